import type Hls from 'hls.js';
import type { Level, LevelDetails, MediaPlaylist } from 'hls.js';
import { loadIFrames } from '../../parts.ts';
import { reachLatency } from './live-edge.ts';
import {
  liveStatus,
  closestQuality,
  resolutionOf,
  type LivePosition,
  type OpenIFrames,
  type Quality,
  type Stream,
  type StreamAudioTrack,
} from '../../stream/stream.ts';
import { cappedRendition, displaySizeOf, savesData } from '../../stream/rendition.ts';
import { rememberBandwidth } from '../../memory/bandwidth.ts';
import type { StreamPreferences } from '../../stream/stream-preferences.ts';

/** The stream as hls.js offers it, and the choices that are passed to hls.js. */
export class HlsStream {
  readonly #hls: Hls;
  readonly #library: typeof Hls;
  readonly #media: HTMLVideoElement;
  readonly #changed: (stream: Stream) => void;
  readonly #abort = new AbortController();
  readonly #droppedFrames = new DroppedFrames();
  /** One function for the life of the stream, so that callers can compare it. */
  readonly #openIFrames: OpenIFrames = async (video, signal) => {
    const { openIFrames } = await loadIFrames();
    return openIFrames(this.#hls, this.#library, video, AbortSignal.any([signal, this.#abort.signal]));
  };
  #preferences: StreamPreferences;
  /** One for each level of hls.js, in its order. */
  #levels: readonly Quality[] = [];
  #offered: readonly Quality[] = [];
  #playing: Quality | undefined;
  #tooManyPixels: number | undefined;
  #audioTracks: readonly StreamAudioTrack[] = [];
  #published = '';
  #publishedLive: Stream['live'];
  /** Bits per second, as the segments of this playback came. */
  bandwidth: number | undefined;

  constructor(
    hls: Hls,
    library: typeof Hls,
    options: {
      media: HTMLVideoElement;
      preferences: StreamPreferences;
      changed: (stream: Stream) => void;
    },
  ) {
    this.#hls = hls;
    this.#library = library;
    this.#media = options.media;
    this.#preferences = options.preferences;
    this.#changed = options.changed;
    this.#applyTargetLatency();
    const { signal } = this.#abort;
    const { Events } = library;
    hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => this.#onLevels(levels));
    hls.on(Events.LEVELS_UPDATED, (_event, { levels }) => this.#onLevels(levels));
    hls.on(Events.LEVEL_SWITCHED, (_event, { level }) => {
      this.#playing = this.#levels[level];
      this.#droppedFrames.reset();
      this.#publish();
    });
    for (const name of [Events.AUDIO_TRACKS_UPDATED, Events.AUDIO_TRACK_SWITCHED] as const) {
      hls.on(name, () => {
        this.#audioTracks = hls.audioTracks.map((track, index) =>
          audioTrack(track, index === hls.audioTrack),
        );
        this.#publish();
      });
    }
    hls.on(Events.FRAG_BUFFERED, () => this.#noteBandwidth());
    hls.on(Events.LEVEL_UPDATED, () => this.#publish());
    for (const type of ['timeupdate', 'seeked']) {
      this.#media.addEventListener(type, () => this.#onTime(), { signal });
    }
    this.#media.addEventListener('timeupdate', () => this.#countFrames(), { signal });
    this.#media.addEventListener('seeking', () => this.#droppedFrames.reset(), { signal });
    const observer = new ResizeObserver(() => this.#cap());
    observer.observe(this.#media);
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  }

  destroy(): void {
    this.#abort.abort();
  }

  #noteBandwidth(): void {
    const { bandwidthEstimate, abrEwmaDefaultEstimate } = this.#hls;
    // Until it has measured, hls.js says what it was told to begin with.
    if (bandwidthEstimate === abrEwmaDefaultEstimate) return;
    this.bandwidth = bandwidthEstimate;
    rememberBandwidth(bandwidthEstimate);
  }

  /** Follows what the page and the viewer want. */
  prefer(preferences: StreamPreferences): void {
    const { quality } = this.#preferences;
    this.#preferences = preferences;
    this.#cap();
    this.#applyTargetLatency();
    if (quality !== preferences.quality) this.#choose();
    this.#publish();
  }

  selectAudioTrack(id: string): void {
    const index = this.#audioTracks.findIndex((track) => track.id === id);
    if (index >= 0) this.#hls.audioTrack = index;
  }

  get live(): LivePosition | undefined {
    const { liveSyncPosition, latency, latestLevelDetails } = this.#hls;
    if (!latestLevelDetails?.live || liveSyncPosition === null) return undefined;
    return { edge: liveSyncPosition, latency };
  }

  #onLevels(levels: readonly Level[]): void {
    const isFirst = this.#levels.length === 0;
    this.#levels = levels.map(qualityOf);
    this.#cap();
    if (isFirst && this.#preferences.quality !== 'auto') this.#choose();
    this.#publish();
  }

  /** Holds the automatic choice below the displayed size, the page's limit and the viewer's wish. */
  #cap(): void {
    if (this.#levels.length === 0) return;
    const limits = {
      room: displaySizeOf(this.#media),
      maxResolution: this.#preferences.maxResolution,
      savesData: savesData(),
      tooManyPixels: this.#tooManyPixels,
    };
    const level = cappedRendition(this.#levels, limits);
    if (this.#hls.autoLevelCapping !== level) this.#hls.autoLevelCapping = level;
  }

  /** A rendition whose frames the device drops is too large for it. What the viewer chose stays. */
  #countFrames(): void {
    const { paused, playbackRate, currentTime } = this.#media;
    // Not every browser counts frames.
    const counts = (this.#media as Partial<HTMLVideoElement>).getVideoPlaybackQuality?.();
    if (!counts || paused || playbackRate > 1 || document.hidden) return this.#droppedFrames.reset();
    const { droppedVideoFrames: dropped, totalVideoFrames: total } = counts;
    const isTooMuch = this.#droppedFrames.add({ dropped, total }, currentTime);
    if (!isTooMuch || !this.#playing || this.#preferences.quality !== 'auto') return;
    const pixels = pixelsOf(this.#playing);
    this.#tooManyPixels = pixels;
    this.#cap();
    const smaller = this.#levels[this.#hls.autoLevelCapping];
    if (!smaller || pixelsOf(smaller) >= pixels) return;
    // Replaces the media buffered ahead, and leaves the choice automatic.
    this.#hls.nextLevel = this.#hls.autoLevelCapping;
    this.#hls.loadLevel = -1;
  }

  /** Holds a live stream as far behind its source as the page says, else as the stream does itself. */
  #applyTargetLatency(): void {
    const { config, latestLevelDetails: details } = this.#hls;
    const isSet = config.liveSyncDuration !== undefined;
    const target = this.#preferences.targetLatency ?? (isSet && details ? ownLatency(details) : undefined);
    // Setting it again would reset what hls.js learned from stalls.
    if (target === undefined || config.liveSyncDuration === target) return;
    const { live } = this;
    const wasNear = live && liveStatus(this.#media, live, details?.targetduration) === 'at-edge';
    this.#hls.targetLatency = target;
    if (wasNear && !this.#media.paused) reachLatency(this.#hls, this.#media);
  }

  #choose(): void {
    const { quality } = this.#preferences;
    if (this.#levels.length === 0) return;
    // Buffered media play on; `nextLevel` would fetch them again.
    if (quality === 'auto') this.#hls.loadLevel = -1;
    else this.#hls.nextLevel = this.#allowed(closestQuality(this.#levels, quality));
  }

  /** A choice never goes beyond what the page allows. */
  #allowed(level: number): number {
    return Math.min(level, cappedRendition(this.#levels, { maxResolution: this.#preferences.maxResolution }));
  }

  /** Another time changes how near to live a viewer is, and nothing else. */
  #onTime(): void {
    if (this.#liveStatus !== this.#publishedLive) this.#publish();
  }

  get #liveStatus(): Stream['live'] {
    const { live } = this;
    return live && liveStatus(this.#media, live, this.#hls.latestLevelDetails?.targetduration);
  }

  /** Reports what has changed, and nothing that has not. */
  #publish(): void {
    const { maxResolution = Infinity, quality } = this.#preferences;
    const offers = this.#levels.filter((level, index) => index === 0 || resolutionOf(level) <= maxResolution);
    // The same list while its members are the same: a comparison finds no change.
    if (offers.length !== this.#offered.length || offers.some((one, index) => one !== this.#offered[index])) {
      this.#offered = offers;
    }
    const offered = this.#offered;
    const stream: Stream = {
      qualities: offered,
      quality: quality === 'auto' ? quality : (offered[closestQuality(offered, quality)] ?? quality),
      currentQuality: this.#playing,
      audioTracks: this.#audioTracks,
      live: this.#liveStatus,
      openIFrames: this.#hls.iframeVariants.length > 0 && !savesData() ? this.#openIFrames : undefined,
    };
    const reported = JSON.stringify(stream);
    if (reported === this.#published) return;
    this.#published = reported;
    this.#publishedLive = stream.live;
    this.#changed(stream);
  }
}

/** As hls.js takes it from a stream whose page says nothing. */
function ownLatency({ partHoldBack, holdBack, targetduration }: LevelDetails): number {
  return partHoldBack || holdBack || targetduration * 3;
}

function pixelsOf({ width, height }: Quality): number {
  return width * height;
}

function qualityOf({ width, height, bitrate, frameRate, codecs }: Level): Quality {
  return { width, height, bitrate, frameRate: frameRate || undefined, codecs: codecs || undefined };
}

function audioTrack(track: MediaPlaylist, enabled: boolean): StreamAudioTrack {
  const describes = track.characteristics?.includes('describes-video') === true;
  const kind = describes ? 'descriptions' : track.default ? 'main' : 'alternative';
  return { id: String(track.id), label: track.name, language: track.lang ?? '', kind, enabled };
}

/** Media seconds of one look. */
const LOOK_SECONDS = 5;
/** The share of frames whose loss a viewer sees as stutter. */
const TOO_MANY = 0.25;
const LOOKS = 2;

/** What a video element counts, from the beginning. */
export interface FrameCount {
  dropped: number;
  total: number;
}

/**
 * Finds a device that cannot show what it decodes: in two looks of five seconds, one after the other, it dropped more
 * than a quarter of the frames. What drops frames on purpose (a seek, a hidden page, double speed) resets it.
 */
export class DroppedFrames {
  #begin: (FrameCount & { at: number }) | undefined;
  #looks = 0;

  reset(): void {
    this.#begin = undefined;
    this.#looks = 0;
  }

  /** Takes the counts at a second of the media. True when the device has dropped too many frames. */
  add({ dropped, total }: FrameCount, at: number): boolean {
    const begin = (this.#begin ??= { dropped, total, at });
    if (at - begin.at < LOOK_SECONDS) return false;
    this.#begin = { dropped, total, at };
    this.#looks = dropped - begin.dropped > TOO_MANY * (total - begin.total) ? this.#looks + 1 : 0;
    if (this.#looks < LOOKS) return false;
    this.reset();
    return true;
  }
}

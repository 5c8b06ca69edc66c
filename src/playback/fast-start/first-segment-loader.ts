import { watchPolicy } from '../../core/setup/page-policy.ts';
import { hasMediaSource, managesSources } from '../media/media-support.ts';
import { keepRate } from '../media/keep-rate.ts';
import { displaySizeOf, savesData, chooseVariant } from '../stream/rendition.ts';
import type { StreamPreferences } from '../stream/stream-preferences.ts';
import type { MediaAddress, PlaybackSource } from '../source/playback-source.ts';
import type { RequestDecorator, RequestFacts } from '../requests/request-decorator.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { expectedBandwidth } from '../memory/bandwidth.ts';
import { readFirstSegment, readMultivariant, type FirstSegment, type Variant } from './read-playlists.ts';
import { fetchBytes, fetchText, type PrefetchedData } from './prefetched-data.ts';
import { beginningOf, codecsOf, mimeOf, type FirstMedia, type StartTrack } from './start-tracks.ts';
import { seekByEngine } from '../media/engine-events.ts';

/** A start that is under way: hls.js takes it over as it is. */
export interface BufferedSource {
  mediaSource: MediaSource;
  tracks: readonly StartTrack[];
  /** The segments that the buffers have, by address and as bytes. */
  urls: ReadonlySet<string>;
  appended: ReadonlySet<ArrayBuffer>;
}

/** The start's choice: a rendition, and its audio where that is separate. */
interface Choice {
  variant: Variant;
  /** Absent where hls.js has to begin. */
  firsts?: readonly FirstSegment[];
  /** Bits per second of the best rendition. */
  top: number;
}

/** The input of a starter. */
export interface StartOptions {
  media: HTMLVideoElement;
  source: PlaybackSource;
  address: MediaAddress;
  /** Seconds: where to begin. */
  startTime: number;
  preferences: StreamPreferences;
  signal: AbortSignal;
  /** The object that identifies the viewing. */
  request?: object | undefined;
  /** Adds to each request. */
  decorator?: RequestDecorator | undefined;
  /** Loads the build of hls.js that will take over. */
  loadEngine?: (needsAll: boolean) => Promise<unknown>;
  /** The address's answer, when it was asked for before this code was there. */
  early?: Promise<Response> | undefined;
}

/**
 * Shows the first frame before hls.js is there: reads the playlists, fetches the first segment and appends it. Steps
 * aside for whatever it does not know for certain; hls.js then begins, with the data fetched so far.
 */
export class FirstSegmentLoader {
  readonly memory: PrefetchedData;
  /** False when the small build of hls.js is enough. Known once prepared. */
  needsAll = true;
  /** True once hls.js has the begun requests: until then, the end of the playback ends it. */
  isTaken = false;
  readonly #options: StartOptions;
  #choice: Promise<Choice | undefined> | undefined;
  #parts: Promise<readonly FirstMedia[] | undefined> | undefined;

  constructor(options: StartOptions) {
    this.#options = options;
    this.memory = { texts: new Map(), pieces: new Map(), decorator: options.decorator };
    for (const { url, text } of options.source.playlists) this.memory.texts.set(url, { text, url });
  }

  /** Fetches what the first frame needs. Leaves the video element alone, and never fails. */
  async prepare(): Promise<void> {
    await this.#fetchParts();
  }

  /** Prepares, and loads the build of hls.js that will take over. */
  async warm(): Promise<void> {
    // Nothing is fetched on a mere sign of interest for visitors who save data.
    if (savesData()) return;
    await this.prepare();
    await this.#options.loadEngine?.(this.needsAll);
  }

  /** Seconds: where it begins. */
  get startTime(): number {
    return this.#options.startTime;
  }

  /** The address that it starts. */
  get address(): MediaAddress {
    return this.#options.address;
  }

  /**
   * Begins in the video element; `opened` is called once it has its source. Resolves with what hls.js takes over, or
   * with nothing when hls.js has to begin: the video element is then as it was.
   */
  async begin(opened: () => void): Promise<BufferedSource | undefined> {
    const choice = await this.#chosen;
    const { signal } = this.#options;
    if (!choice || signal.aborted) return undefined;
    const { variant, firsts } = choice;
    if (!firsts) {
      this.#fetchAhead(variant);
      return undefined;
    }
    const mediaSource = new MediaSource();
    signal.addEventListener('abort', () => this.#leave(), { once: true });
    try {
      return await this.#append(variant, firsts, mediaSource, opened);
    } catch {
      this.#leave();
      return undefined;
    }
  }

  /** Fetches what the choice begins with; nothing where hls.js has to begin. */
  #fetchParts(): Promise<readonly FirstMedia[] | undefined> {
    const fetchAll = async (choice: Choice | undefined) =>
      choice?.firsts &&
      Promise.all(choice.firsts.map((first, index) => this.#fetch(first, factsOf(choice, index))));
    return (this.#parts ??= this.#chosen.then(fetchAll).catch(() => undefined));
  }

  get #chosen(): Promise<Choice | undefined> {
    return (this.#choice ??= this.#choose().catch(() => undefined));
  }

  async #choose(): Promise<Choice | undefined> {
    const { address, source, startTime, preferences, media, signal, early } = this.#options;
    if (!address.hls || !hasMediaSource()) return undefined;
    const { memory } = this;
    const url = new URL(address.url, document.baseURI).href;
    const main = await fetchText(memory, url, signal, early);
    const { variants, needsAll } = readMultivariant(main.text, main.url, source.captions.length > 0);
    this.needsAll = needsAll;
    if (source.kind === 'live-stream') this.#leaveToEngine();
    const playable = variants.filter(({ codecs }) => MediaSource.isTypeSupported(mimeOf(codecs)));
    const limits = {
      room: displaySizeOf(media),
      maxResolution: preferences.maxResolution,
      savesData: savesData(),
    };
    const variant = playable[chooseVariant(playable, preferences.quality, limits, expectedBandwidth())];
    if (!variant) return undefined;
    const top = Math.max(...variants.map(({ bitrate }) => bitrate));
    memory.variantUrl = variant.url;
    const firsts = await Promise.all(
      playlistsOf(variant).map(async (playlist) => {
        const fetched = await fetchText(memory, playlist, signal);
        const first = readFirstSegment(fetched.text, fetched.url, startTime);
        // That of a live stream has a successor soon.
        if (!first && !fetched.text.includes('#EXT-X-ENDLIST'))
          memory.texts.set(playlist, { ...fetched, isPassing: true });
        return first;
      }),
    );
    // A managed source decides itself when it takes data: that is hls.js's business.
    return managesSources() || firsts.includes(undefined)
      ? { variant, top }
      : { variant, top, firsts: firsts.filter((first) => first !== undefined) };
  }

  /** Has what hls.js will ask for first on its way, and hls.js itself. */
  #fetchAhead(variant: Variant): void {
    const { startTime, preferences, signal } = this.#options;
    const place = { startTime, targetLatency: preferences.targetLatency };
    this.#leaveToEngine();
    fetchAhead(this.memory, { playlists: playlistsOf(variant), place, signal });
  }

  /** Loads the build of hls.js that will begin. */
  #leaveToEngine(): void {
    this.#options.loadEngine?.(this.needsAll).catch(() => {});
  }

  async #fetch(first: FirstSegment, facts: RequestFacts): Promise<FirstMedia> {
    const { signal } = this.#options;
    const [init, segment] = await Promise.all([
      fetchBytes(this.memory, first.init, { ot: 'i' }, signal),
      fetchBytes(this.memory, first.url, { ...facts, d: first.seconds * 1000 }, signal),
    ]);
    return { start: first.start, init, segment };
  }

  async #append(
    variant: Variant,
    firsts: readonly FirstSegment[],
    mediaSource: MediaSource,
    opened: () => void,
  ): Promise<BufferedSource | undefined> {
    const { media, signal, startTime } = this.#options;
    // It opens while the first segment is on its way.
    const isOpen = once(mediaSource, 'sourceopen', signal);
    const isDescribed = once(media, 'loadedmetadata', signal).then(() => {
      if (startTime > 0) seekFirst(media, startTime, signal);
    });
    isDescribed.catch(() => {});
    const url = URL.createObjectURL(mediaSource);
    watchPolicy('media-src', 'blob');
    keepRate(media, () => (media.src = url));
    opened();
    await isOpen.finally(() => URL.revokeObjectURL(url));
    const parts = await this.#fetchParts();
    const begun = parts && beginningOf(parts);
    if (!begun) throw new DOMException('', 'NotSupportedError');
    mediaSource.duration = Math.max(...firsts.map(({ duration }) => duration));
    const tracks = begun.names.map((name): StartTrack => {
      const codecs = codecsOf(variant.codecs, name);
      return { name, codecs, buffer: mediaSource.addSourceBuffer(mimeOf(codecs, name)) };
    });
    await Promise.all(
      tracks.map(async ({ buffer }, index) => {
        const { init, segment } = parts[index] ?? {};
        for (const bytes of [init, segment]) {
          if (!bytes) continue;
          // A picture of the segment's beginning would flash otherwise.
          if (startTime > 0 && bytes === segment) await isDescribed;
          // As hls.js will: the picture's own clock is moved to the playlist's, and the sound's with it.
          buffer.timestampOffset = begun.offset;
          const isAppended = once(buffer, 'updateend', signal);
          buffer.appendBuffer(bytes);
          await isAppended;
        }
      }),
    );
    await isDescribed;
    if (tracks.some(({ buffer }) => buffer.buffered.length === 0))
      throw new DOMException('', 'NotSupportedError');
    return {
      mediaSource,
      tracks,
      urls: new Set(firsts.map(({ url: segment }) => segment)),
      appended: new Set(parts.map(({ segment }) => segment)),
    };
  }

  /** Leaves the video element as it was found. */
  #leave(): void {
    const { media } = this.#options;
    if (this.isTaken) return;
    this.isTaken = true;
    keepRate(media, () => {
      media.removeAttribute('src');
      media.load();
    });
  }
}

/** Known facts of a first segment: the picture's, or that of the sound that comes apart. */
function factsOf({ variant, top }: Choice, index: number): RequestFacts {
  if (index > 0) return { ot: 'a' };
  const ot = variant.audio === undefined ? 'av' : 'v';
  return { ot, br: [[variant.bitrate / 1000, ot]], tb: [[top / 1000, ot]] };
}

function playlistsOf({ url, audio }: Variant): string[] {
  return audio === undefined ? [url] : [url, audio];
}

function once(target: EventTarget, type: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const settle = (act: () => void) => () => {
      ended.abort();
      act();
    };
    target.addEventListener(type, settle(resolve), { signal: ended.signal });
    target.addEventListener(
      'error',
      settle(() => reject(new DOMException('', 'NotSupportedError'))),
      {
        signal: ended.signal,
      },
    );
    signal.addEventListener(
      'abort',
      settle(() => reject(new DOMException('', 'AbortError'))),
      {
        signal: ended.signal,
      },
    );
  });
}

/**
 * Goes to `seconds` in a video element that has no picture yet. Chromium forgets the place when the video is paused
 * before the picture is there, and says 0 until it plays again: it is set once more then.
 */
function seekFirst(media: HTMLMediaElement, seconds: number, signal: AbortSignal): void {
  let target = seconds;
  const ended = new AbortController();
  seekByEngine(media, seconds);
  // The viewer may go elsewhere meanwhile.
  const follow = () => (target = media.currentTime);
  const arrive = () => {
    if (media.seeking) return;
    ended.abort();
    if (media.paused && media.currentTime === 0 && target > 0) seekByEngine(media, target);
  };
  // Before all others, who would take the 0 for the viewer's place.
  const options = { capture: true, signal: AbortSignal.any([signal, ended.signal]) };
  media.addEventListener('seeking', follow, options);
  media.addEventListener('timeupdate', arrive, options);
  media.addEventListener('seeked', arrive, options);
}

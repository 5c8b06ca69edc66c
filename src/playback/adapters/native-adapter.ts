import { isVhError, VhError } from '../../core/errors/vh-error.ts';
import { policyError } from '../../core/setup/policy-error.ts';
import type { AdapterOptions, MediaAdapter } from './media-adapter.ts';
import { seekByEngine } from '../media/engine-events.ts';
import { keepRate } from '../media/keep-rate.ts';
import { probe } from '../requests/probe.ts';
import {
  type LivePosition,
  liveStatus,
  PLAIN_STREAM,
  type Stream,
  type StreamAudioTrack,
} from '../stream/stream.ts';
import { currentAddress } from '../source/source-refresher.ts';
import type { PlaybackSource } from '../source/playback-source.ts';

/** Plays by the browser's own means: files everywhere, HLS where there is no other way. */
export class NativeAdapter implements MediaAdapter {
  readonly #options: AdapterOptions;
  readonly #abort = new AbortController();
  readonly #stream: NativeStream;
  /** The media that play, and their address. */
  #source: PlaybackSource;
  #url: string;

  constructor(options: AdapterOptions) {
    this.#options = options;
    const { media, address, report, startTime } = options;
    this.#source = options.source;
    const { signal } = this.#abort;
    this.#stream = new NativeStream(media, report.stream, signal);
    media.addEventListener('progress', report.active, { signal });
    media.addEventListener('error', () => void this.#explain(media.error?.code ?? 4), { signal });
    // Only where it stands: a fresh source would interrupt what plays, and blank a picture that is looked at.
    for (const type of ['play', 'waiting', 'seeking']) {
      media.addEventListener(type, () => void this.#renew(), { signal });
    }
    this.#goOnAt(startTime);
    // As long as it is `none`, not even the metadata load.
    if (options.eager) media.preload = 'auto';
    else if (media.preload === 'none') media.preload = 'metadata';
    this.#url = address.url;
    keepRate(media, () => (media.src = this.#sent));
  }

  start(): void {
    this.#options.media.preload = 'auto';
  }

  /** The browser alone says how much it loads of what it has begun. */
  rest(): void {}

  /** The browser alone chooses the rendition. */
  prefer(): void {}

  selectAudioTrack(id: string): void {
    this.#stream.selectAudioTrack(id);
  }

  get live(): LivePosition | undefined {
    return this.#stream.live;
  }

  destroy(): void {
    this.#abort.abort();
    const { media } = this.#options;
    keepRate(media, () => {
      media.removeAttribute('src');
      media.load();
    });
  }

  /** The address as the browser gets it. */
  get #sent(): string {
    const { memory, address } = this.#options;
    return memory.decorator?.nativeUrl(this.#url, address.hls) ?? this.#url;
  }

  #goOnAt(time: number): void {
    if (!(time > 0)) return;
    const { media } = this.#options;
    const { signal } = this.#abort;
    media.addEventListener('loadedmetadata', () => seekByEngine(media, time), { signal, once: true });
  }

  /** Replaces an expired address by a fresh one and keeps the position. */
  async #renew(): Promise<void> {
    const { media, refresher, report, address } = this.#options;
    if (!refresher.hasEnded && refresher.source === this.#source) return;
    await refresher.beforeRequest();
    const { source } = refresher;
    if (this.#abort.signal.aborted || source === this.#source) return;
    this.#source = source;
    const { url } = currentAddress(source, address);
    if (url === this.#url) return;
    this.#url = url;
    report.renew(() => {
      // A live stream resumes at its edge.
      if (media.duration !== Infinity) this.#goOnAt(media.currentTime);
      keepRate(media, () => (media.src = this.#sent));
    });
  }

  async #explain(code: number): Promise<void> {
    const error = await this.#findCause(code);
    if (error && !this.#abort.signal.aborted) this.#options.report.failed(error);
  }

  async #findCause(code: number): Promise<VhError | undefined> {
    if (code === 3) return new VhError('media-decode', 'The media cannot be decoded.');
    const stopped = await policyError(this.#url, 'media-src');
    if (stopped) return stopped;
    const { address, report, refresher } = this.#options;
    const broken = code === 2 && new VhError('media-network', 'The media stopped arriving.');
    // Whether it was refused is worth asking where another address can be had.
    if (broken && !refresher.canRefresh) return broken;
    try {
      const { signal } = this.#abort;
      const answer = await probe(this.#url, signal, this.#options.memory.decorator);
      if (broken) return broken;
      if (answer.media === 'there' || !address.hls || signal.aborted) {
        return new VhError('media-unsupported', 'This browser cannot play this kind of media.');
      }
      report.processing();
      return undefined;
    } catch (cause) {
      return isVhError(cause) ? cause : new VhError('media-network', 'The media did not arrive.', { cause });
    }
  }
}

/** The browser's own sound tracks, where it has them: Safari. */
interface NativeAudioTracks extends EventTarget {
  readonly length: number;
  readonly [index: number]: { id: string; label: string; language: string; kind: string; enabled: boolean };
}

/** The members of a video element that it uses. */
type NativeMedia = EventTarget &
  Pick<HTMLMediaElement, 'duration' | 'currentTime' | 'seekable'> & { audioTracks?: NativeAudioTracks };

/** The stream's state as a video element reports it when it plays HLS natively. */
export class NativeStream {
  readonly #media: NativeMedia;
  readonly #changed: (stream: Stream) => void;
  #published = JSON.stringify(PLAIN_STREAM);

  constructor(media: NativeMedia, changed: (stream: Stream) => void, signal: AbortSignal) {
    this.#media = media;
    this.#changed = changed;
    for (const type of ['loadedmetadata', 'durationchange', 'progress', 'timeupdate', 'seeked']) {
      media.addEventListener(type, () => this.#publish(), { signal });
    }
    for (const type of ['addtrack', 'removetrack', 'change']) {
      this.#media.audioTracks?.addEventListener(type, () => this.#publish(), { signal });
    }
  }

  selectAudioTrack(id: string): void {
    for (const track of this.#nativeTracks) track.enabled = track.id === id;
  }

  get live(): LivePosition | undefined {
    if (this.#media.duration !== Infinity) return undefined;
    // Not before the duration is known: WebKitGTK never finds it where it was asked for this first.
    const { seekable, currentTime } = this.#media;
    if (seekable.length === 0) return undefined;
    // The browser holds back natively: its last position is where it watches live.
    const edge = seekable.end(seekable.length - 1);
    return { edge, latency: Math.max(0, edge - currentTime) };
  }

  get #nativeTracks(): NativeAudioTracks[number][] {
    return Array.from(this.#media.audioTracks ?? []);
  }

  #publish(): void {
    const { live } = this;
    const stream: Stream = {
      ...PLAIN_STREAM,
      audioTracks: this.#nativeTracks.map(plain),
      live: live && liveStatus(this.#media, live),
    };
    const reported = JSON.stringify(stream);
    if (reported === this.#published) return;
    this.#published = reported;
    this.#changed(stream);
  }
}

function plain({ id, label, language, kind, enabled }: NativeAudioTracks[number]): StreamAudioTrack {
  return { id, label, language, kind, enabled };
}

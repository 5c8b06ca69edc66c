import type { Fact } from './fact.ts';
import type { SessionMedia } from './session-media.ts';

/** What else of a media element is looked at, where it has it. */
export interface ObservedMedia extends SessionMedia {
  readonly volume?: number;
  readonly muted?: boolean;
  readonly videoWidth?: number;
  readonly clientWidth?: number;
  readonly textTracks?: EventTarget &
    Iterable<{ readonly kind: string; readonly mode: string; readonly language: string }>;
  readonly requestVideoFrameCallback?: (
    callback: (now: number, frame: { presentationTime: number }) => void,
  ) => number;
  readonly getVideoPlaybackQuality?: () => { droppedVideoFrames: number; totalVideoFrames: number };
}

/** Other facts of the player alone. */
export interface ObservedPlayer {
  /** The rendition on the screen; undefined where only the browser knows. */
  readonly rendition: { width: number; height: number; bitrate: number } | undefined;
  /** Seconds behind a live source. */
  readonly latency: number | undefined;
  /** True where the engine changes the playback rate. */
  readonly setsRate: boolean;
  /** Calls back with what the player says of itself, until the signal aborts: renditions, errors, where it shows. */
  follow: (report: (fact: Fact) => void, signal: AbortSignal) => void;
}

/** The page around the media. */
export interface ObservedPage {
  /** Runs once after `ms`; the answer calls it off. */
  after: (ms: number, run: () => void) => () => void;
  readonly document?: (EventTarget & { readonly visibilityState: string }) | undefined;
  readonly devicePixelRatio?: number | undefined;
}

/** Options of `MediaFacts`. */
export interface MediaFactsOptions {
  media: ObservedMedia;
  page: ObservedPage;
  player?: ObservedPlayer | undefined;
  report: (fact: Fact) => void;
  signal: AbortSignal;
}

/** Milliseconds between looks while the media play; changes of the volume come together for as long. */
const LOOK_MS = 250;

/** Follows media, their player and their page, and reports all facts that `Measures` take beside the inputs. */
export class MediaFacts {
  readonly #media: ObservedMedia;
  readonly #player: ObservedPlayer | undefined;
  readonly #page: ObservedPage;
  readonly #report: (fact: Fact) => void;
  readonly #signal: AbortSignal;
  #stopLooking: (() => void) | undefined;
  #stopVolume: (() => void) | undefined;
  #awaitsFrame = false;

  constructor(options: MediaFactsOptions) {
    this.#media = options.media;
    this.#player = options.player;
    this.#page = options.page;
    this.#report = options.report;
    this.#signal = options.signal;
    if (!this.#signal.aborted) this.#follow();
  }

  /** To be said after each fact: whether looks are wanted, and a first frame is. */
  want({ looks, frame }: { looks: boolean; frame: boolean }): void {
    if (!looks || this.#signal.aborted) this.#stopLooking = this.#stopLooking?.() as undefined;
    else this.#stopLooking ??= this.#page.after(LOOK_MS, () => this.#look());
    if (!frame || this.#awaitsFrame) return;
    this.#awaitsFrame = true;
    this.#media.requestVideoFrameCallback?.((_, { presentationTime }) => {
      this.#awaitsFrame = false;
      if (!this.#signal.aborted) this.#report({ type: 'frame', shownAt: presentationTime });
    });
  }

  #follow(): void {
    const media = this.#media;
    const { document } = this.#page;
    this.#player?.follow(this.#report, this.#signal);
    this.#on(media, () => this.#reportRate(), 'ratechange');
    const settleVolume = () => {
      this.#stopVolume ??= this.#page.after(LOOK_MS, () => this.#reportVolume());
    };
    this.#on(media, settleVolume, 'volumechange');
    this.#on(media.textTracks, () => this.#reportCaptions(), 'change', 'addtrack', 'removetrack');
    this.#on(
      document,
      () => this.#report({ type: 'visible', on: document?.visibilityState !== 'hidden' }),
      'visibilitychange',
    );
    this.#signal.addEventListener('abort', () => {
      this.#stopLooking?.();
      this.#stopVolume?.();
    });
    this.#reportRate();
    this.#reportCaptions();
  }

  #on(target: EventTarget | undefined, hear: () => void, ...types: string[]): void {
    for (const type of types) target?.addEventListener(type, hear, { signal: this.#signal });
  }

  #look(): void {
    this.#stopLooking = undefined;
    const { rendition } = this.#player ?? {};
    if (rendition) this.#report({ type: 'rendition', ...rendition });
    const { videoWidth, clientWidth = 0 } = this.#media;
    const { droppedVideoFrames, totalVideoFrames } = this.#media.getVideoPlaybackQuality?.() ?? {};
    this.#report({
      type: 'look',
      dropped: droppedVideoFrames,
      total: totalVideoFrames,
      latency: this.#player?.latency,
      scale: videoWidth && (clientWidth * (this.#page.devicePixelRatio ?? 1)) / videoWidth,
    });
  }

  #reportRate(): void {
    if (!this.#player?.setsRate) this.#report({ type: 'rate', rate: this.#media.playbackRate });
  }

  #reportVolume(): void {
    this.#stopVolume = undefined;
    const { volume = 1, muted = false } = this.#media;
    this.#report({ type: 'volume', volume: Math.round(volume * 100) / 100, muted });
  }

  #reportCaptions(): void {
    const shown = [...(this.#media.textTracks ?? [])].find(
      ({ kind, mode }) => mode === 'showing' && (kind === 'captions' || kind === 'subtitles'),
    );
    this.#report({ type: 'captions', language: shown?.language.slice(0, 100) ?? null });
  }
}

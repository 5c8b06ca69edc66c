import type { Store } from '../core/store.ts';
import { isVhError, VhError } from '../core/vh-error.ts';
import { loadAdapter } from './load-adapter.ts';
import type { MediaAdapter } from './media-adapter.ts';
import { canPlay } from './media-support.ts';
import type { PlaybackState } from './playback-state.ts';
import { poll } from './polling.ts';
import { probe } from './probe.ts';
import type { Stream, StreamPreferences } from './stream.ts';
import type { MediaAddress, Viewing } from './viewing.ts';
import { Watchdog } from './watchdog.ts';

/** Settings of a `MediaLoader`. */
export interface LoaderOptions {
  media: HTMLVideoElement;
  store: Store<PlaybackState>;
  /** Seconds: where to begin. */
  startTime: number;
  preferences: StreamPreferences;
  /** Without any data for this long, the media have failed. */
  stallTimeoutMs: number;
  /** Requests the viewing again after its address was refused; absent if the answer would be the same. */
  refresh: (() => Promise<Viewing>) | undefined;
  /** The video has a source, first or next, and may play. */
  attached: () => void;
  /** The video is about to get another source. */
  interrupted: () => void;
  /** The media failed, and the loader has ended. */
  failed: (error: VhError) => void;
}

/** Loads one viewing into a video element; tries its addresses in order. */
export class MediaLoader {
  readonly #options: LoaderOptions;
  readonly #life = new AbortController();
  readonly #watchdog: Watchdog;
  #viewing: Viewing;
  #adapter: MediaAdapter | undefined;
  #startTime: number;
  #eager = false;
  #refreshed = false;

  constructor(viewing: Viewing, options: LoaderOptions) {
    this.#viewing = viewing;
    this.#options = options;
    this.#startTime = options.startTime;
    this.#watchdog = new Watchdog(options.stallTimeoutMs, () => {
      this.#fail(new VhError('media-decode', 'Nothing that can be shown has arrived.'));
    });
    const { signal } = this.#life;
    options.media.addEventListener('loadedmetadata', () => this.#takeReady(), { signal });
    void this.#try(() => this.#attachFirst());
  }

  /** Loads the media themselves, beyond the metadata. */
  start(): void {
    if (this.#eager) return;
    this.#eager = true;
    this.#adapter?.start();
    this.#restartWatchdog();
  }

  /** What plays the media, as soon as it is there. */
  get adapter(): MediaAdapter | undefined {
    return this.#adapter;
  }

  /** Leaves the video element as it was found. */
  destroy(): void {
    this.#life.abort();
    this.#watchdog.stop();
    this.#adapter?.destroy();
  }

  /** Runs a step; its failure ends the loader. */
  async #try(step: () => Promise<void>): Promise<void> {
    const { signal } = this.#life;
    try {
      await step();
    } catch (cause) {
      if (signal.aborted) return;
      this.#fail(
        isVhError(cause) ? cause : new VhError('unexpected-answer', 'The playback failed.', { cause }),
      );
    }
  }

  async #attachFirst(): Promise<void> {
    const address = this.#nextPlayable();
    if (!address) throw new VhError('media-unsupported', 'This browser can play none of what there is.');
    await this.#attach(address);
  }

  #nextPlayable(after?: MediaAddress): MediaAddress | undefined {
    const { media } = this.#options;
    const rest = this.#viewing.media.slice(after ? this.#viewing.media.indexOf(after) + 1 : 0);
    return rest.find(({ hls, type }) => (!hls && type === undefined) || canPlay(media, type) !== '');
  }

  async #attach(address: MediaAddress): Promise<void> {
    const { media, store, attached, interrupted, preferences } = this.#options;
    const viewing = this.#viewing;
    store.set({ status: 'loading', viewing, address });
    this.#restartWatchdog();
    const report = {
      active: () => this.#restartWatchdog(),
      stream: (stream: Stream) => this.#takeStream(stream),
      processing: () => void this.#try(() => this.#waitForMedia(address)),
      renew: (step: () => void) => {
        interrupted();
        step();
        attached();
      },
      failed: (error: VhError) => void this.#try(() => this.#takeFailure(error, address)),
    };
    const makeAdapter = await loadAdapter(address);
    this.#life.signal.throwIfAborted();
    this.#adapter = makeAdapter({
      media,
      address,
      viewing,
      report,
      preferences: { ...preferences },
      startTime: this.#startTime,
      eager: this.#eager,
    });
    attached();
  }

  #restartWatchdog(): void {
    if (this.#options.store.state.status === 'loading' && this.#eager) this.#watchdog.restart();
  }

  #takeReady(): void {
    const { store } = this.#options;
    this.#watchdog.stop();
    if (store.state.status === 'loading') store.set({ ...store.state, status: 'ready' });
  }

  #takeStream(stream: Stream): void {
    const { store } = this.#options;
    const { state } = store;
    if (state.status === 'loading' || state.status === 'ready') store.set({ ...state, stream });
  }

  async #takeFailure(error: VhError, address: MediaAddress): Promise<void> {
    const { refresh, store } = this.#options;
    const hadBegun = store.state.status === 'ready';
    this.#closeAdapter();
    if (error.code === 'media-forbidden' && refresh && !this.#refreshed) {
      this.#refreshed = true;
      this.#viewing = await refresh();
      this.#life.signal.throwIfAborted();
      return this.#attachFirst();
    }
    const next = hadBegun ? undefined : this.#nextPlayable(address);
    if (!next) throw error;
    await this.#attach(next);
  }

  async #waitForMedia(address: MediaAddress): Promise<void> {
    const { signal } = this.#life;
    this.#closeAdapter();
    this.#options.store.set({ status: 'processing', viewing: this.#viewing });
    await poll(async () => {
      const answer = await probe(address.url, signal);
      return answer.media === 'there' ? true : undefined;
    }, signal);
    await this.#attach(address);
  }

  /** Ends the adapter, and remembers where the next one goes on. */
  #closeAdapter(): void {
    const { media, interrupted } = this.#options;
    this.#watchdog.stop();
    if (media.currentTime > 0) this.#startTime = media.currentTime;
    interrupted();
    this.#adapter?.destroy();
    this.#adapter = undefined;
  }

  #fail(error: VhError): void {
    if (this.#life.signal.aborted) return;
    const { media, failed } = this.#options;
    // Asked before the source is gone, and its clock with it.
    if (media.currentTime > 0) this.#startTime = media.currentTime;
    this.destroy();
    failed(error);
  }

  /** Seconds: the last known position. */
  get position(): number {
    return this.#startTime;
  }
}

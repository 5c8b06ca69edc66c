import { Store } from '../core/store.ts';
import { isVhError, VhError } from '../core/vh-error.ts';
import type { MediaFeed } from './media-feed.ts';
import { isPlayable, loadFeed } from './load-feed.ts';
import { planViewing, sameRequest } from './playback-request.ts';
import type { PlaybackReason, PlaybackRequest, ViewingPlan } from './playback-request.ts';
import type { PlaybackState } from './playback-state.ts';
import type { MediaAddress, Viewing } from './viewing.ts';
import { Watchdog } from './watchdog.ts';
import { Wish } from './wish.ts';

/** Milliseconds without any news after which media count as dead. */
const PATIENCE = 20_000;

/**
 * The engine of one playback: from what is asked to frames in a video element.
 *
 * One feed at most is at work at any time; whatever belonged to an earlier request is silent.
 */
export class PlaybackEngine {
  readonly store = new Store<PlaybackState>({ status: 'idle' });
  readonly #media: HTMLVideoElement;
  readonly #watchdog: Watchdog;
  #request: PlaybackRequest = {};
  #plan: ViewingPlan | undefined;
  /** Aborts what the present request has under way. */
  #life = new AbortController();
  #resolving: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  #feed: MediaFeed | undefined;
  #removeCaptions: (() => void) | undefined;
  #eager = false;
  /** There while it is to be played, and does not yet. */
  #wish: Wish | undefined;
  #refreshed = false;
  #startTime = 0;

  constructor(media: HTMLVideoElement, options: { patience?: number } = {}) {
    this.#media = media;
    this.#watchdog = new Watchdog(options.patience ?? PATIENCE, () => {
      this.#fail(new VhError('media-decode', 'Nothing that can be shown has arrived.'));
    });
  }

  /**
   * Takes on another request, to begin at `startTime` seconds, and drops everything of the last one. The same request
   * again changes nothing.
   */
  use(request: PlaybackRequest, startTime = 0): void {
    if (sameRequest(request, this.#request)) return;
    this.#begin(request, startTime);
    if (this.#wish) void this.load();
  }

  /** Finds out what would be played, and loads nothing of it. */
  resolve(): Promise<void> {
    const { signal } = this.#life;
    this.#resolving ??= this.#guard(signal, () => this.#ask('start', signal));
    return this.#resolving;
  }

  /** Loads the media; with `eager: false` as little of them as tells their length. */
  load({ eager = true } = {}): Promise<void> {
    if (eager && !this.#eager) {
      this.#eager = true;
      this.#feed?.start();
      if (this.store.state.status === 'loading') this.#watchdog.heard();
    }
    const { signal } = this.#life;
    this.#loading ??= this.resolve().then(() => this.#guard(signal, () => this.#attachFirst(signal)));
    return this.#loading;
  }

  /** Plays, loading first what is not there. Settles as `HTMLMediaElement.play()` does. */
  play(): Promise<void> {
    if (this.store.state.status === 'failed') return Promise.reject(notSupported());
    const wish = (this.#wish ??= new Wish());
    // At once, since the right to play with sound belongs to the click and not to what comes after it.
    this.#attempt();
    void this.load();
    return wish.promise;
  }

  /** Pauses, and gives up any wish to play. */
  pause(): void {
    this.#media.pause();
    this.#endWish(aborted());
  }

  /** Begins anew with the same request, where it stopped. */
  retry(): Promise<void> {
    this.#begin(this.#request, this.#startTime);
    return this.play();
  }

  /** Begins anew with the same request, and waits to be told more. */
  reset(startTime = 0): void {
    this.#begin(this.#request, startTime);
  }

  /** Drops everything: the video element is as it was at first. */
  release(): void {
    this.#begin({}, 0);
  }

  #begin(request: PlaybackRequest, startTime: number): void {
    this.#drop();
    // A wish to play belongs to the media that it was made for; made when there were none, to those that come.
    if (this.#plan) this.pause();
    this.#life = new AbortController();
    this.#request = request;
    this.#startTime = startTime;
    this.#plan = planViewing(request);
    this.#resolving = this.#loading = undefined;
    this.#eager = this.#refreshed = false;
    if (this.store.state.status !== 'idle') this.store.set({ status: 'idle' });
  }

  #attempt(): void {
    this.#media.play().then(
      () => this.#endWish(),
      (error: unknown) => {
        // The other reasons are our own doing, or the feed will tell.
        if (error instanceof DOMException && error.name === 'NotAllowedError') this.#endWish(error);
      },
    );
  }

  #endWish(error?: DOMException): void {
    const wish = this.#wish;
    this.#wish = undefined;
    if (error) wish?.reject(error);
    else wish?.resolve();
  }

  #drop(): void {
    this.#life.abort();
    this.#watchdog.stop();
    this.#feed?.destroy();
    this.#feed = undefined;
    this.#removeCaptions?.();
    this.#removeCaptions = undefined;
  }

  /** Runs a step of a request unless that one is over; else its failure is the request's. */
  async #guard(signal: AbortSignal, step: () => Promise<void>): Promise<void> {
    try {
      if (!signal.aborted) await step();
    } catch (error) {
      if (signal.aborted) return;
      this.#fail(
        isVhError(error) ? error : new VhError('unexpected-answer', 'The playback failed.', { cause: error }),
      );
    }
  }

  async #ask(first: PlaybackReason, signal: AbortSignal): Promise<void> {
    const plan = this.#plan;
    if (!plan) return;
    this.store.set({ status: 'resolving' });
    let viewing = await plan.ask(first, signal);
    signal.throwIfAborted();
    if (viewing.state === 'processing') {
      this.store.set({ status: 'processing', viewing });
      const { poll } = await import('./polling.ts');
      viewing = await poll(async () => {
        const answer = await plan.ask('processing', signal);
        return answer.state === 'processing' ? undefined : answer;
      }, signal);
    }
    if (viewing.state === 'failed') {
      throw new VhError('processing-failed', 'The service could not make a video of what was uploaded.');
    }
    this.store.set({ status: 'resolved', viewing });
  }

  async #attachFirst(signal: AbortSignal): Promise<void> {
    const { viewing, status } = this.store.state;
    if (!viewing || status === 'failed') return;
    const address = this.#nextPlayable(viewing);
    if (!address) throw new VhError('media-unsupported', 'This browser can play none of what there is.');
    await this.#attach(viewing, address, signal);
  }

  #nextPlayable({ media }: Viewing, after?: MediaAddress): MediaAddress | undefined {
    const rest = after ? media.slice(media.indexOf(after) + 1) : media;
    return rest.find((address) => isPlayable(this.#media, address));
  }

  async #attach(viewing: Viewing, address: MediaAddress, signal: AbortSignal): Promise<void> {
    this.store.set({ status: 'loading', viewing, address });
    if (this.#eager) this.#watchdog.heard();
    this.#media.addEventListener('loadedmetadata', () => this.#takeReady(), { signal, once: true });
    if (viewing.captions.length > 0) {
      const { addCaptions } = await import('./captions-elements.ts');
      signal.throwIfAborted();
      this.#removeCaptions ??= addCaptions(this.#media, viewing.captions);
    }
    const report = {
      active: () => this.#takeNews(),
      processing: () => void this.#guard(signal, () => this.#waitForMedia(viewing, address, signal)),
      failed: (error: VhError) => void this.#guard(signal, () => this.#takeFailure(error, address, signal)),
    };
    const makeFeed = await loadFeed(address);
    signal.throwIfAborted();
    const options = { media: this.#media, address, viewing, report };
    this.#feed = makeFeed({ ...options, startTime: this.#startTime, eager: this.#eager });
    if (this.#wish && this.#media.paused) this.#attempt();
  }

  #takeNews(): void {
    if (this.store.state.status === 'loading' && this.#eager) this.#watchdog.heard();
  }

  #takeReady(): void {
    const { state } = this.store;
    this.#watchdog.stop();
    if (state.status === 'loading') this.store.set({ ...state, status: 'ready' });
  }

  async #takeFailure(error: VhError, address: MediaAddress, signal: AbortSignal): Promise<void> {
    const { status, viewing } = this.store.state;
    this.#closeFeed();
    if (error.code === 'media-forbidden' && this.#plan?.again && !this.#refreshed) {
      this.#refreshed = true;
      await this.#ask('refused', signal);
      return this.#attachFirst(signal);
    }
    const next = viewing && status === 'loading' ? this.#nextPlayable(viewing, address) : undefined;
    if (!viewing || !next) return this.#fail(error);
    await this.#attach(viewing, next, signal);
  }

  async #waitForMedia(viewing: Viewing, address: MediaAddress, signal: AbortSignal): Promise<void> {
    this.#closeFeed();
    this.store.set({ status: 'processing', viewing });
    const [{ probe }, { poll }] = await Promise.all([import('./probe.ts'), import('./polling.ts')]);
    await poll(async () => {
      const answer = await probe(address.url, signal);
      return answer.media === 'there' ? true : undefined;
    }, signal);
    await this.#attach(viewing, address, signal);
  }

  /** Ends the feed, and remembers where the next one goes on. */
  #closeFeed(): void {
    this.#watchdog.stop();
    if (this.#media.currentTime > 0) this.#startTime = this.#media.currentTime;
    if (!this.#media.paused) this.#wish ??= new Wish();
    this.#feed?.destroy();
    this.#feed = undefined;
  }

  #fail(error: VhError): void {
    const { status, viewing } = this.store.state;
    if (status === 'failed') return;
    this.#closeFeed();
    this.#drop();
    this.#media.pause();
    this.#endWish(notSupported());
    this.store.set({ status: 'failed', viewing, error });
  }
}

function notSupported(): DOMException {
  return new DOMException('The media cannot be played.', 'NotSupportedError');
}

function aborted(): DOMException {
  return new DOMException('The wish to play was given up.', 'AbortError');
}

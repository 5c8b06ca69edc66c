import { Store } from '../core/store.ts';
import { isVhError, VhError } from '../core/vh-error.ts';
import type { MediaLoader } from './media-loader.ts';
import { hasMediaSource } from './media-support.ts';
import { planViewing, type ViewingPlan } from './plan-viewing.ts';
import { sameRequest, type PlaybackReason, type PlaybackRequest } from './playback-request.ts';
import type { PlaybackState } from './playback-state.ts';
import type { Viewing } from './viewing.ts';
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
  readonly #patience: number;
  #request: PlaybackRequest = {};
  #plan: ViewingPlan | undefined;
  /** Aborts what the present request has under way. */
  #life = new AbortController();
  #resolving: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  #loader: MediaLoader | undefined;
  #eager = false;
  /** There while it is to be played, and does not yet. */
  #wish: Wish | undefined;
  /** Seconds: where the request said to begin, and where it goes on. */
  #firstTime = 0;
  #startTime = 0;

  constructor(media: HTMLVideoElement, options: { patience?: number } = {}) {
    this.#media = media;
    this.#patience = options.patience ?? PATIENCE;
  }

  /**
   * Takes on another request, to begin at `startTime` seconds, and drops everything of the last one. The same request
   * again changes nothing.
   */
  use(request: PlaybackRequest, startTime = 0): void {
    if (sameRequest(request, this.#request)) return;
    this.#firstTime = startTime;
    this.#begin(request, startTime);
    if (this.#wish) void this.load();
  }

  /** Finds out what would be played, and loads nothing of it. */
  resolve(): Promise<void> {
    const { signal } = this.#life;
    this.#resolving ??= this.#guard(signal, () => this.#ask(signal));
    return this.#resolving;
  }

  /** Loads the media; with `eager: false` as little of them as tells their length. */
  load({ eager = true } = {}): Promise<void> {
    if (eager) {
      this.#eager = true;
      this.#loader?.start();
    }
    const { signal } = this.#life;
    this.#loading ??= this.#guard(signal, () => this.#open(signal));
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

  /** Begins anew with the same request, from its beginning, and waits to be told more. */
  reset(): void {
    this.#begin(this.#request, this.#firstTime);
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
    this.#eager = false;
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
    this.#loader?.destroy();
    this.#loader = undefined;
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

  async #ask(signal: AbortSignal): Promise<void> {
    if (!this.#plan) return;
    this.store.set({ status: 'resolving' });
    const viewing = await this.#askUntilPlayable(this.#plan, 'start', signal);
    if (viewing.captions.length > 0) {
      // Before anything plays: a viewer chooses captions first, and the choice costs one small file.
      const { addCaptions } = await import('./captions-elements.ts');
      signal.throwIfAborted();
      addCaptions(this.#media, viewing.captions, signal);
    }
    this.store.set({ status: 'resolved', viewing });
  }

  async #askUntilPlayable(plan: ViewingPlan, reason: PlaybackReason, signal: AbortSignal): Promise<Viewing> {
    let viewing = await plan.ask(reason, signal);
    signal.throwIfAborted();
    if (viewing.state === 'processing') {
      this.store.set({ status: 'processing', viewing });
      const { poll } = await import('./polling.ts');
      viewing = await poll(async () => {
        const answer = await plan.ask('processing', signal);
        return answer.state === 'processing' ? undefined : answer;
      }, signal);
    }
    if (viewing.state === 'playable') return viewing;
    throw new VhError('processing-failed', 'The service could not make a video of what was uploaded.');
  }

  async #open(signal: AbortSignal): Promise<void> {
    const plan = this.#plan;
    if (!plan) return;
    const code = import('./media-loader.ts').catch((cause: unknown) => {
      throw new VhError('media-network', 'A part of the player could not be loaded.', { cause });
    });
    await this.resolve();
    const { viewing } = this.store.state;
    if (signal.aborted || !viewing) return;
    // The largest part begins its journey beside the code that will ask for it.
    if (viewing.media[0]?.hls && hasMediaSource()) import('hls.js').catch(() => {});
    const { MediaLoader } = await code;
    signal.throwIfAborted();
    this.#loader = new MediaLoader(viewing, {
      media: this.#media,
      store: this.store,
      startTime: this.#startTime,
      patience: this.#patience,
      refresh: plan.again ? () => this.#askUntilPlayable(plan, 'refused', signal) : undefined,
      // Even a video that is not paused is told again: WebKit forgets what it was told when a source comes.
      attached: () => {
        if (this.#wish) this.#attempt();
      },
      interrupted: () => {
        if (!this.#media.paused) this.#wish ??= new Wish();
      },
      failed: (error) => this.#fail(error),
    });
    if (this.#eager) this.#loader.start();
  }

  #fail(error: VhError): void {
    const { viewing } = this.store.state;
    this.#startTime = this.#loader?.position ?? this.#startTime;
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

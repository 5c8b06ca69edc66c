import { Store } from '../core/store.ts';
import { isVhError, VhError } from '../core/errors/vh-error.ts';
import { watchPolicy } from '../core/setup/page-policy.ts';
import type { AudioTrackList } from './stream/audio-track-list.ts';
import { aborted, Deferred, notSupported } from './play-promise.ts';
import type { Attempt } from './attempt/attempt.ts';
import type { ComeBack } from './attempt/last-position.ts';
import {
  askForSource,
  makeReady,
  planSource,
  untilOnline,
  type Ready,
  type SourcePlan,
} from './make-ready.ts';
import { keepRate } from './media/keep-rate.ts';
import { sameRequest, type PlaybackRequest } from './source/playback-request.ts';
import {
  reduce,
  type AttemptEvent,
  type Interruption,
  type PlaybackEvent,
  type PlaybackState,
} from './stream/playback-state.ts';
import type { LivePosition, Stream } from './stream/stream.ts';
import { takePreferences, type StreamPreferences } from './stream/stream-preferences.ts';

/** The engine of one playback, from a request to frames in a video element. Earlier requests report nothing. */
export class PlaybackEngine {
  /** Set by `#take` alone: whatever happens is an event, and `reduce` says what comes of it. */
  readonly #store = new Store<PlaybackState>({ status: 'idle' });
  readonly store: Pick<Store<PlaybackState>, 'state' | 'subscribe'> = this.#store;
  readonly #trouble: Interruption = {};
  /** Stays until the media play again. */
  readonly trouble: Readonly<Interruption> = this.#trouble;
  readonly #media: HTMLVideoElement;
  /** What it plays. The object identifies the viewing, even when its media change: see `viewingIdOf`. */
  request: PlaybackRequest = {};
  #plan: SourcePlan | undefined;
  /** Aborts what the present request has under way. */
  #abort = new AbortController();
  #resolving: Promise<void> | undefined;
  #ready: Promise<Ready | undefined> | undefined;
  #loading: Promise<void> | undefined;
  #attempt: Attempt | undefined;
  /** How much loads: the metadata, all, or nothing more until a player that has left the page is back. */
  #extent: 'metadata' | 'all' | 'resting' = 'metadata';
  /** True from `pause()` to `play()`. */
  #isHeld = false;
  /** Set when the player has been out of the page for long. */
  #comeBack: ComeBack | undefined;
  /** The pending `play()`: set until the media play. */
  #pendingPlay: Deferred | undefined;
  /** The video element's answer to the last attempt to play. */
  #answered: Promise<void> | undefined;
  /** The last `play` or `pause` of an empty video element: a source that came sooner would swallow it. */
  #reported: Promise<unknown> | undefined;
  /** Seconds: the requested start, and the resume position. */
  #firstTime = 0;
  #startTime = 0;
  readonly #preferences: StreamPreferences = { quality: 'auto' };

  constructor(media: HTMLVideoElement) {
    this.#media = media;
    watchPolicy();
  }

  /** Replaces the request; it starts at `startTime` seconds. The same one again may start elsewhere, until it has begun. */
  use(request: PlaybackRequest, startTime = 0): void {
    if (sameRequest(request, this.request)) return this.#startAt(startTime);
    const comeBack = this.#comeBack;
    this.#comeBack = undefined;
    this.#firstTime = startTime;
    this.#begin(request, startTime);
    this.#startTime = comeBack?.(request, this.#abort.signal) ?? startTime;
    if (this.#pendingPlay) void this.load();
  }

  /** Resolves the request to media addresses, and loads no media. */
  resolve(): Promise<void> {
    const { signal } = this.#abort;
    this.#resolving ??= this.#guard(signal, () => this.#ask(signal));
    return this.#resolving;
  }

  /** Fetches what the first frame needs. Never fails: `load()` will report. */
  async prepare(): Promise<void> {
    const { signal } = this.#abort;
    if (!this.#plan || this.#loading) return;
    try {
      const ready = await this.#makeReady(signal);
      await ready?.start.warm();
    } catch {} // `play()` tries again.
  }

  /** Loads the media; with `eager: false` their metadata only. */
  load({ eager = true } = {}): Promise<void> {
    if (eager) {
      this.#extent = 'all';
      this.#attempt?.start();
    }
    const { signal } = this.#abort;
    this.#loading ??= this.#guard(signal, () => this.#open(signal));
    return this.#loading;
  }

  /** True when all that was asked for is there: the metadata, until `load()` or `play()` asks for more. */
  get isResting(): boolean {
    return this.store.state.status === 'ready' && this.#extent !== 'all';
  }

  /** Loads no more for a player that has left the page. Whatever is there stays. */
  rest(): void {
    this.#extent = this.#extent === 'all' ? 'resting' : 'metadata';
    this.#attempt?.rest();
  }

  /** Loads on, if it did before it rested. */
  wake(): void {
    if (this.#extent === 'resting') void this.load();
  }

  /** Ends the request, and begins it where it was if it comes again. */
  leave(): void {
    const comeBack = this.#attempt?.leave(this.request);
    this.release();
    this.#comeBack = comeBack;
  }

  /** Loads if needed, and plays. Settles as `HTMLMediaElement.play()` does. */
  play(): Promise<void> {
    // What is there can be watched again.
    if (this.store.state.status === 'failed')
      return this.#attempt?.hasMore ? this.#media.play() : Promise.reject(notSupported());
    const pendingPlay = (this.#pendingPlay ??= new Deferred());
    this.#isHeld = false;
    // At once, since the right to play with sound belongs to the click and not to what comes after it.
    this.#askToPlay();
    void this.load();
    return pendingPlay.promise;
  }

  /** True while it has been given nothing to play. */
  get isEmpty(): boolean {
    return !this.#plan && !this.#media.srcObject;
  }

  /** Pauses, and rejects a pending `play()`. */
  pause(): void {
    const { paused, networkState } = this.#media;
    const pendingPlay = this.#pendingPlay;
    this.#media.pause();
    if (!paused && !networkState) this.#awaitEvent('pause');
    this.#isHeld = true;
    if (!pendingPlay) return;
    this.#pendingPlay = undefined;
    this.#forgetTrouble();
    // The video knows whether it played before that, and its event comes first.
    const reject = () => pendingPlay.reject(aborted());
    if (this.#answered) this.#answered.then(() => pendingPlay.resolve(), reject);
    else reject();
  }

  /** A source that the page sets after `pause()` begins again automatically, with `autoplay`. */
  endHold(): void {
    this.#isHeld = false;
  }

  /** The stream's choices and the playing ones; undefined before they are known. */
  get stream(): Stream | undefined {
    return (this.store.state as { stream?: Stream | undefined }).stream;
  }

  /** The live edge; undefined if the media are not live. */
  get live(): LivePosition | undefined {
    return this.#attempt?.adapter?.live;
  }

  /** Bits per second at which the segments of this playback came; undefined where nothing measures it. */
  get bandwidth(): number | undefined {
    return this.#attempt?.adapter?.bandwidth;
  }

  /** The preferences of the page and the viewer. */
  get preferences(): Readonly<StreamPreferences> {
    return this.#preferences;
  }

  /** Changes some of the preferences. They hold for the media that come later, too. */
  prefer(change: Partial<StreamPreferences>): void {
    // The element says them at every update, and measuring the room for a rendition costs a layout.
    if (!takePreferences(this.#preferences, change)) return;
    this.#attempt?.adapter?.prefer({ ...this.#preferences });
  }

  /** The sound tracks of the stream; undefined before the media load. */
  get audioTracks(): AudioTrackList | undefined {
    return this.#attempt?.audioTracks;
  }

  /** Restarts the same request at the present position. */
  retry(): Promise<void> {
    this.#startTime = this.#attempt?.note() ?? this.#startTime;
    this.#begin(this.request, this.#startTime, 'retry');
    return this.play();
  }

  /** Restarts the same request from its start time; loads when asked to. */
  reset(): void {
    this.#begin(this.request, this.#firstTime, 'reset');
  }

  /** Ends the request and leaves the video element empty. */
  release(): void {
    this.#begin({}, 0);
  }

  /** Another start of the same request. Media that have been played, or sought, go on where they are. */
  #startAt(startTime: number): void {
    if (startTime === this.#firstTime) return;
    this.#firstTime = startTime;
    if (this.#attempt?.moveStart(startTime) !== false) this.#startTime = startTime;
  }

  #begin(request: PlaybackRequest, startTime: number, again?: 'retry' | 'reset'): void {
    this.#drop();
    if (again !== 'retry') this.#forgetTrouble();
    // A pending play() belongs to the media that it was called for; called without media, to the next ones.
    if (this.#plan) {
      this.pause();
      this.#isHeld = false;
    }
    this.#abort = new AbortController();
    this.request = request;
    this.#startTime = startTime;
    this.#plan = planSource(request);
    this.#resolving = this.#loading = this.#ready = undefined;
    if (this.#extent === 'all') this.#extent = 'metadata';
    // Begun again, it is the same viewing of the same video: its session, poster and title stay.
    const { state } = this.store;
    const source = again && state.source;
    if (state.status !== 'idle' || state.source !== source) this.#take({ type: 'idle', source });
  }

  #askToPlay(): void {
    const media = this.#media;
    const { networkState, paused } = media;
    // Asked again while it is empty, Firefox fires no second `play`.
    if (!networkState && !paused) return;
    // To Firefox, the play of an empty video is a load, which sets the rate back.
    const answer = (this.#answered = keepRate(media, () => media.play()));
    // A refused `play()` fires nothing.
    if (!networkState && !media.paused) this.#awaitEvent('play');
    answer.then(
      () => {
        // An earlier one may come true when the source is gone already.
        if (answer === this.#answered) this.#settlePlay();
      },
      (error: unknown) => {
        // The other reasons are our own doing, or the adapter will report.
        if (error instanceof DOMException && error.name === 'NotAllowedError') this.#settlePlay(error);
      },
    );
  }

  #awaitEvent(type: 'play' | 'pause'): void {
    this.#reported = new Promise((resolve) => this.#media.addEventListener(type, resolve, { once: true }));
  }

  #forgetTrouble(): void {
    this.#trouble.error = this.#trouble.still = undefined;
  }

  #settlePlay(error?: DOMException): void {
    const pendingPlay = this.#pendingPlay;
    this.#pendingPlay = undefined;
    if (pendingPlay && error?.name !== 'NotSupportedError') this.#forgetTrouble();
    if (error) pendingPlay?.reject(error);
    else pendingPlay?.resolve();
  }

  #drop(): void {
    this.#abort.abort();
    if (this.#attempt) this.#reported = undefined;
    this.#attempt?.destroy();
    this.#attempt = undefined;
  }

  /** Runs a step of a request unless that one is over; else its failure is the request's. */
  async #guard(signal: AbortSignal, step: () => Promise<void>): Promise<void> {
    try {
      if (!signal.aborted) await step();
    } catch (error) {
      if (signal.aborted) return;
      const said = isVhError(error) && error;
      const failure = said || new VhError('unexpected-answer', 'The playback failed.', { cause: error });
      const isLine = /^(media-)?network$/.test(failure.code);
      this.#giveUp({ error: failure, isToPlay: false, untilBack: isLine ? untilOnline : undefined });
    }
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const plan = this.#plan;
    if (!plan) return;
    this.#take({ type: 'resolving' });
    if (plan.known) return this.#take({ type: 'resolved', source: plan.known });
    const target = {
      media: this.#media,
      preferences: this.#preferences,
      isLoading: () => this.#loading !== undefined,
      report: this.#take,
    };
    await askForSource(this.request, target, signal);
  }

  /** Makes ready what plays; once, unless its code could not be loaded. */
  #makeReady(signal: AbortSignal): Promise<Ready | undefined> {
    const making = (this.#ready ??= makeReady({
      ...{ media: this.#media, preferences: this.#preferences, signal, request: this.request },
      resolve: () => this.resolve().then(() => this.store.state.source),
      startTime: () => this.#startTime,
    }));
    making.catch(() => {
      if (making === this.#ready) this.#ready = undefined;
    });
    return making;
  }

  async #open(signal: AbortSignal): Promise<void> {
    const plan = this.#plan;
    if (!plan) return;
    const ready = await this.#makeReady(signal);
    const prepared = await ready?.start.prepared();
    await this.#reported;
    if (!ready || !prepared || signal.aborted) return;
    this.#attempt = new ready.Attempt(prepared, {
      eager: this.#extent === 'all',
      startTime: this.#startTime,
      ask: plan.ask,
      report: (event) => this.#follow(event),
    });
  }

  /** Takes what an attempt reports. */
  #follow(event: AttemptEvent): void {
    switch (event.type) {
      case 'attached':
        // Each source would begin a video with `autoplay`.
        if (!this.#pendingPlay) return this.#isHeld ? this.#media.pause() : undefined;
        // Even a video that is not paused is asked to play again: WebKit forgets that when a source comes.
        event.clearPoster();
        return this.#askToPlay();
      case 'interrupted':
        this.#pendingPlay ??= new Deferred();
        return;
      case 'left':
        this.#trouble.still = event.still;
        return;
      case 'given-up':
        return this.#giveUp(event);
      default:
        if (event.type === 'playing') this.#forgetTrouble();
        this.#take(event);
    }
  }

  readonly #take = (event: PlaybackEvent): void => this.#store.set(reduce(this.#store.state, event));

  /** Ends a playback that failed; resumes it once the network is back, if that ended it and it was to play. */
  #giveUp({ error, isToPlay, untilBack }: Omit<AttemptEvent & { type: 'given-up' }, 'type'>): void {
    const mayGoOn = isToPlay || this.#pendingPlay;
    this.#fail(error);
    if (!mayGoOn || !untilBack) return;
    // The next request to the engine cancels it.
    const { signal } = (this.#abort = new AbortController());
    untilBack(signal).then(
      () => this.retry().catch(() => {}),
      () => {},
    );
  }

  #fail(error: VhError): void {
    this.#startTime = this.#attempt?.note() ?? this.#startTime;
    const isKept = this.#media.readyState > 0;
    if (isKept) this.#abort.abort();
    else this.#drop();
    this.#media.pause();
    this.#trouble.error = error;
    this.#take({ type: 'failed', error });
    this.#settlePlay(notSupported());
  }
}

import { html, type TemplateResult } from 'lit';
import { pageConfig } from '../../core/config.ts';
import type { Playback } from '../../core/playback.ts';
import { PlaybackEngine } from '../../playback/playback-engine.ts';
import { canPlay } from '../../playback/media-support.ts';
import { toMediaError } from '../../playback/to-media-error.ts';
import type { PlaybackFunction, PlaybackRequest } from '../../playback/playback-request.ts';
import type { PlaybackState } from '../../playback/playback-state.ts';
import { player as english } from '../../locales/en/player.ts';
import { VhErrorEvent } from '../events/vh-error-event.ts';
import { tokens } from '../tokens.ts';
import { WordsController } from '../words-controller.ts';
import { facadeStyles } from './facade-styles.ts';
import { facade } from './facade.ts';
import { whenSeen, whenTouched } from './interest.ts';
import { LightChildren } from './light-children.ts';
import { MediaElement } from './media-element.ts';
import { inBrowser } from './media-surface.ts';
import type { Skin } from './skin/skin.ts';

export { VhErrorEvent };

/**
 * Plays a video or a live stream.
 *
 * It is a media element: every property, method and event of `HTMLVideoElement` works on it.
 *
 * @summary A video player that costs next to nothing until it is seen, and little until it is played.
 * @tag vh-player
 * @slot - `<source>` and `<track>` elements, as in a `<video>`.
 * @fires vh-error - The playback ended and will not recover by itself; `error` has a `code`.
 * @fires error - The same, as a native media element says it; see the `error` property.
 * @csspart media - The video element.
 * @csspart play-button - The button over the poster.
 * @csspart title - The heading over the poster.
 * @csspart duration - The duration in the corner.
 * @csspart controls - The bar of controls.
 * @csspart message - What is shown in place of a video that cannot be played.
 * @cssproperty --vh-accent - The colour of buttons and of the played part.
 * @cssproperty --vh-radius - The roundness of corners.
 * @cssstate playing - It plays.
 * @cssstate failed - It ended with an error.
 * @cssstate controls - The controls are to be seen.
 */
export class VhPlayer extends MediaElement {
  static override shadowRootOptions: ShadowRootInit = {
    ...MediaElement.shadowRootOptions,
    delegatesFocus: true,
  };

  static override styles = [tokens, facadeStyles];

  static override properties = {
    videoId: { attribute: 'video-id' },
    liveStreamId: { attribute: 'live-stream-id' },
    token: {},
    playback: { attribute: false },
    baseUrl: { attribute: 'base-url' },
    assetUrl: { attribute: 'asset-url' },
    backend: {},
    collectorUrl: { attribute: 'collector-url' },
    heading: {},
    startTime: { attribute: 'start-time', type: Number },
    endTime: { attribute: 'end-time', type: Number },
    loadWhen: { attribute: 'load' },
    withoutControls: { attribute: 'without-controls', type: Boolean },
    withoutEvents: { attribute: 'without-events', type: Boolean },
  };

  /** The video to play, by its id; wants `asset-url` or `backend`. */
  declare videoId: string | undefined;
  /** The live stream to play, by its id; wants `asset-url` or `backend`. */
  declare liveStreamId: string | undefined;
  /** The token of a private video. */
  declare token: string | undefined;
  /** A playback, or a function that fetches one. */
  declare playback: Playback | PlaybackFunction | undefined;
  /** The service's address. */
  declare baseUrl: string | undefined;
  /** Where the service keeps its media. */
  declare assetUrl: string | undefined;
  /** The address of the page's own backend. */
  declare backend: string | undefined;
  /** Where session events go, unless the playback says. */
  declare collectorUrl: string | undefined;
  /** The title, shown before the video plays. */
  declare heading: string | undefined;
  /** Seconds: where playback begins. */
  declare startTime: number | undefined;
  /** Seconds: where playback pauses. */
  declare endTime: number | undefined;
  /** When it may begin to load: `visible` (default), `intent`, `now`. */
  declare loadWhen: string | undefined;
  /** Shows no controls and no play button: the page has its own. */
  declare withoutControls: boolean;
  /** Sends no session events. */
  declare withoutEvents: boolean;

  #engine!: PlaybackEngine;
  #children!: LightChildren;
  readonly #words = new WordsController(this, 'player', english);
  #skin: Skin | undefined;
  #skinIsComing = false;
  /** Ends with the element's stay in the document; absent outside. */
  #stay: AbortController | undefined;
  readonly #internals = this.attachInternals();
  #focusIsDue = false;
  /** True once it may load something. */
  #awake = false;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'src', 'poster'];
  }

  constructor() {
    super();
    this.withoutControls = false;
    this.withoutEvents = false;
    if (!inBrowser) return;
    const { media } = this;
    this.#engine = new PlaybackEngine(media);
    this.#engine.store.subscribe((state) => this.#takeState(state));
    this.#children = new LightChildren(this, media, () => this.requestUpdate());
    for (const type of ['play', 'pause', 'emptied', 'durationchange']) {
      media.addEventListener(type, () => this.requestUpdate());
    }
    media.addEventListener('timeupdate', () => this.#stopAtEnd());
  }

  /** The address of the media: HLS or a file. */
  get src(): string {
    return address(this, 'src');
  }

  set src(value: string) {
    this.setAttribute('src', value);
  }

  /** The image shown before the video plays. */
  get poster(): string {
    return address(this, 'poster') || this.media.poster;
  }

  set poster(value: string) {
    this.setAttribute('poster', value);
  }

  get srcObject(): MediaProvider | null {
    return this.media.srcObject;
  }

  set srcObject(value: MediaProvider | null) {
    this.#engine.release();
    this.media.srcObject = value;
    this.requestUpdate();
  }

  /** The address that is played, as it was asked for. */
  get currentSrc(): string {
    const { state } = this.#engine.store;
    return 'address' in state ? new URL(state.address.url, this.baseURI).href : this.media.currentSrc;
  }

  /** Why it ended: as of a native element, the code is one of the `MEDIA_ERR_…` numbers. */
  get error(): MediaError | null {
    const { state } = this.#engine.store;
    return state.status === 'failed' ? toMediaError(state.error) : this.media.error;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A move within the document is no new stay.
    if (this.#stay) return;
    this.#stay = new AbortController();
    this.#children.follow();
    const { signal } = this.#stay;
    if (this.loadWhen === 'now') this.#wake();
    else if (this.loadWhen !== 'intent') whenSeen(this, () => this.#wake(), signal);
    whenTouched(this, () => this.#wake(), signal);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#stay?.abort();
      this.#stay = undefined;
      this.#awake = false;
      this.#children.leave();
      this.#engine.release();
    });
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    this.requestUpdate();
  }

  protected override willUpdate(): void {
    if (!inBrowser || !this.#stay) return;
    if (this.loadWhen === 'now') this.#awake = true;
    this.#follow();
  }

  protected override updated(): void {
    this.#tellStates();
    if (!this.#focusIsDue || !this.#skin || this.renderRoot.querySelector('.facade')) return;
    this.#focusIsDue = false;
    this.#skin.focus();
  }

  /** Plays, loading first what is not there. */
  play(): Promise<void> {
    this.#awake = true;
    this.#follow();
    return this.#engine.play();
  }

  /** Pauses. */
  pause(): void {
    this.#engine.pause();
  }

  /** Begins anew with the same media. */
  load(): void {
    if (this.media.srcObject) return this.media.load();
    this.#engine.reset(this.startTime);
    this.#follow();
  }

  /** What a media type is worth here: HLS is played wherever there are Media Source Extensions. */
  canPlayType(type: string): CanPlayTypeResult {
    return canPlay(this.media, type);
  }

  protected override render(): TemplateResult {
    const state: PlaybackState = inBrowser ? this.#engine.store.state : { status: 'idle' };
    if (!this.#isUntouched(state)) return html`${this.#skin?.render(state)}`;
    const { status, viewing } = state;
    return facade({
      title: this.heading ?? viewing?.title,
      duration: viewing?.duration ?? (inBrowser ? this.media.duration : NaN),
      isProcessing: status === 'processing',
      words: this.#words.words,
      start: this.#start,
    });
  }

  /** True while the poster and its button are what there is to see. */
  #isUntouched({ status }: PlaybackState): boolean {
    if (this.withoutControls || this.hasAttribute('controls') || status === 'failed') return false;
    return !inBrowser || (this.media.paused && this.media.played.length === 0);
  }

  readonly #start = (): void => {
    // The button goes, and the focus with it, unless it is given to the one that comes.
    this.#focusIsDue = true;
    // A refusal leaves the element paused, and the button where it is.
    this.play().catch(() => {});
  };

  #wake(): void {
    this.#awake = true;
    this.requestUpdate();
  }

  /** Brings the engine to what the attributes say, as far as it is time for it. */
  #follow(): void {
    if (!this.#awake || this.media.srcObject) return;
    this.#engine.use(this.#request(), this.startTime);
    void this.#engine.resolve();
    if (this.autoplay || this.preload === 'auto') void this.#engine.load();
    else if (this.preload === 'metadata') void this.#engine.load({ eager: false });
    this.media.poster = address(this, 'poster') || (this.#engine.store.state.viewing?.poster ?? '');
    if (!this.withoutControls && !this.hasAttribute('controls')) void this.#loadSkin();
  }

  #request(): PlaybackRequest {
    const page = pageConfig();
    const { videoId, liveStreamId, token, playback } = this;
    return {
      src: this.src || undefined,
      playback,
      videoId,
      liveStreamId,
      token,
      // What is set here comes before what holds for the page.
      backend: this.backend ?? (this.assetUrl === undefined ? page.backend : undefined),
      assetUrl: this.assetUrl ?? page.assetUrl,
      sources: this.#children.sources,
    };
  }

  /** What a page's own style sheet may look at. */
  #tellStates(): void {
    const { states } = this.#internals;
    const tell = (name: string, is: boolean) => (is ? states.add(name) : states.delete(name));
    tell('playing', !this.media.paused);
    tell('failed', this.#engine.store.state.status === 'failed');
    tell('controls', this.#skin?.isOpen ?? false);
  }

  #takeState(state: PlaybackState): void {
    this.requestUpdate();
    if (state.status !== 'failed') return;
    void this.#loadSkin();
    this.dispatchEvent(new Event('error'));
    this.dispatchEvent(new VhErrorEvent(state.error));
  }

  /** Loads the controls. Without them it still plays: a page that cannot fetch them gets the browser's own. */
  async #loadSkin(): Promise<void> {
    if (this.#skin || this.#skinIsComing) return;
    this.#skinIsComing = true;
    try {
      const { Skin } = await import('./skin/skin.ts');
      this.#skin = new Skin(this, this.#engine, this.#words);
      this.requestUpdate();
    } catch {
      this.media.controls = !this.withoutControls;
    }
    this.#skinIsComing = false;
  }

  #stopAtEnd(): void {
    const { endTime, media } = this;
    if (endTime === undefined || media.paused || media.currentTime < endTime) return;
    if (this.loop) media.currentTime = this.startTime ?? 0;
    else this.pause();
  }
}

/** An attribute that holds an address, as an absolute one. */
function address(element: Element, name: 'src' | 'poster'): string {
  const value = element.getAttribute(name) ?? '';
  return value && URL.canParse(value, element.baseURI) ? new URL(value, element.baseURI).href : value;
}

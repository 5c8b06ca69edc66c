import type { PropertyValues } from '@lit/reactive-element';
import { API_KEY_ATTRIBUTES, findApiKey } from '../../core/setup/api-key-attributes.ts';
import { pageConfig, type BackendCredentials } from '../../core/config.ts';
import type { Playback } from '../../core/wire/playback.ts';
import type { PlaybackFunction, PlaybackRequest } from '../../playback/source/playback-request.ts';
import type { PlaybackState } from '../../playback/stream/playback-state.ts';
import { facade as english } from '../../locales/en/facade.ts';
import { VhErrorEvent } from '../events/vh-error-event.ts';
import type { ConsentGate } from './consent/consent-gate.ts';
import { internalsOf } from '../host/internals-of.ts';
import { tokens } from '../styling/tokens.ts';
import { WordsController } from '../words/words-controller.ts';
import { facadeStyles } from './facade/facade-styles.ts';
import { watchLoadTrigger } from './request/load-trigger.ts';
import { LightChildren } from './media/light-children.ts';
import { loadAppearance, type Tell } from './appearance/lazy-appearance.ts';
import { LazySession } from './session/lazy-session.ts';
import { LazySkin } from './lazy-skin.ts';
import { mayResume } from './request/may-resume.ts';
import { inBrowser } from './media/media-surface.ts';
import { runCommand } from './commands/run-command.ts';
import { describePlayer } from './host/player-internals.ts';
import { PlaylistElement } from './playlist-element.ts';
import { requestOf } from './request/playback-request.ts';
import { showFacade } from './facade/show-facade.ts';
import type { Skin } from './skin/skin.ts';

export type { VhConsentEvent } from '../events/vh-consent-event.ts';
export type { VhCopyLinkEvent } from '../events/vh-copy-link-event.ts';
export type { VhMarkerChangeEvent } from '../events/vh-marker-change-event.ts';
export { VhErrorEvent } from '../events/vh-error-event.ts';

/**
 * Plays a video or a live stream. Every property, method and event of `HTMLVideoElement` works on it.
 *
 * @summary A video player that costs next to nothing until it is seen, and little until it is played.
 * @tag vh-player
 * @slot - `<source>` and `<track>` elements, as in a `<video>`; a playback as `<script type="application/json">`.
 * @slot top - Stands at the top of the controls.
 * @slot captions - Takes the place of the captions button: a `<vh-captions-picker>`, for one.
 * @fires {VhErrorEvent} vh-error - The playback ended and will not recover by itself; `error` has a `code`.
 * @fires {Event} error - The same, as a native media element says it; see the `error` property.
 * @csspart media - The video element.
 * @csspart play-button - The button over the poster.
 * @csspart title - The heading over the poster, and above the controls.
 * @csspart duration - The duration in the corner.
 * @csspart controls - All the controls.
 * @csspart bar - The controls at the bottom.
 * @csspart button - Each button of them.
 * @cssproperty --vh-accent - The colour of buttons and of the played part.
 * @cssproperty --vh-radius - The roundness of corners.
 * @cssstate playing - It plays.
 * @cssstate failed - It ended with an error.
 * @cssstate controls - The controls are to be seen.
 */
export class VhPlayer extends PlaylistElement {
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };

  static override styles = [tokens, facadeStyles];

  static override properties = {
    videoId: { attribute: 'video-id' },
    liveStreamId: { attribute: 'live-stream-id' },
    token: {},
    playback: { attribute: false },
    assetUrl: { attribute: 'asset-url' },
    backend: {},
    credentials: {},
    subject: {},
    collectorUrl: { attribute: 'collector-url' },
    heading: {},
    endTime: { attribute: 'end-time', type: Number },
    loadWhen: { attribute: 'load' },
    withoutControls: { attribute: 'without-controls', type: Boolean },
    withoutEvents: { attribute: 'without-events', type: Boolean },
  };

  /** The video to play, by its id; wants `asset-url` or `backend`. */
  declare videoId: string | undefined;
  /** The live stream to play, by its id; wants `asset-url` or `backend`. */
  declare liveStreamId: string | undefined;
  /** The token of a private video or live stream. */
  declare token: string | undefined;
  /** A playback, or a function that fetches one. */
  declare playback: Playback | PlaybackFunction | undefined;
  /** Where the service keeps its media. */
  declare assetUrl: string | undefined;
  /** The address of the page's own backend. */
  declare backend: string | undefined;
  /** `include` sends the visitor's cookies to a backend on another origin, too. */
  declare credentials: BackendCredentials | undefined;
  /** The visitor: on a shared device, a video resumes where the same visitor stopped. */
  declare subject: string | undefined;
  /** Where session events go, unless the playback says. */
  declare collectorUrl: string | undefined;
  /** The title, shown before the video plays. */
  declare heading: string | undefined;
  /** Seconds: where playback pauses. */
  declare endTime: number | undefined;
  /** When it may begin to load: `visible` (default), `intent`, `now`, or `consent`: after the visitor agreed. */
  declare loadWhen: string | undefined;
  /** Shows no controls and no play button: the page has its own. */
  declare withoutControls: boolean;
  /** Sends no session events. */
  declare withoutEvents: boolean;

  #children!: LightChildren;
  readonly #words = new WordsController(this, 'player', english);
  #facade: Element | undefined;
  #lazySkin: LazySkin | undefined;
  #looks: Promise<unknown> | undefined;
  #gate: ConsentGate | undefined;
  /** Ends with the element's stay in the document; absent outside. */
  #connection: AbortController | undefined;
  readonly #session = new LazySession(this);
  readonly #internals = internalsOf(this);
  #focusIsDue = false;
  /** Asleep, it loads nothing; seen, it asks what it would play; once it has played, the big button is gone. */
  #phase: 'asleep' | 'seen' | 'awake' | 'played' = 'asleep';

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...API_KEY_ATTRIBUTES];
  }

  constructor() {
    super();
    this.withoutControls = false;
    this.withoutEvents = false;
    if (!inBrowser) return;
    const { media } = this;
    this.#lazySkin = new LazySkin(this, this.engine);
    this.engine.store.subscribe((state) => this.#onState(state));
    this.addEventListener('command', (event) => runCommand(this, event));
    this.#children = new LightChildren(this, media, () => this.requestUpdate());
    for (const type of ['play', 'playing', 'pause', 'emptied', 'durationchange']) {
      media.addEventListener(type, () => this.#onEvent(type));
    }
  }

  override connectedCallback(): void {
    // The button that a server has rendered was pressed before. An older browser does not know the selector.
    if (this.shadowRoot?.querySelector(':is(:popover-open)')) queueMicrotask(this.#start);
    super.connectedCallback();
    // A move within the document is no new stay.
    if (this.#connection) return;
    this.#connection = new AbortController();
    if (!this.#isLocked) this.#children.follow();
    watchLoadTrigger(
      this,
      (to) => this.#rouse(to),
      ({ ConsentGate: Gate }) => (this.#gate ??= new Gate(this, this.#start)),
      this.#connection.signal,
    );
    this.requestUpdate();
  }

  adoptedCallback(): void {
    void import('../styling/renew-styles.ts').then(({ renewStyles }) => renewStyles(this));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#connection?.abort();
      this.#connection = undefined;
      this.#phase = 'asleep';
      this.#children.leave();
      this.engine.release();
    });
  }

  protected override willUpdate(): void {
    if (!inBrowser || !this.#connection) return;
    if (this.loadWhen === 'now') this.#rouse();
    this.follow();
  }

  protected override updated(): void {
    const { media, engine } = this;
    // Firefox lays a button of its own over a video, and takes each for a control.
    media.inert = 'mozHasAudio' in media && !this.#isPlain;
    if (
      engine.preferences.isBackground ||
      engine.store.state.viewing?.theme ||
      (media.inert && this.#phase !== 'asleep') ||
      this.textTracks.length ||
      this.endTime
    )
      this.#looks ??= loadAppearance(this, engine, this.#tell);
    this.#describe();
    if (this.#focusIsDue && this.#skin?.takeFocus(this.#facade)) this.#focusIsDue = false;
  }

  /** Plays, loading first what is not there; rejects as a native media element does. */
  override play(): Promise<void> {
    if (this.#isLocked) return Promise.reject(new DOMException('', 'NotAllowedError'));
    this.#rouse();
    return super.play();
  }

  /** Lets a player with `load="consent"` load, as if its visitor had agreed. For a consent manager. */
  consent(): void {
    this.#rouse('seen');
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    const { media, engine } = this;
    const { state } = engine.store;
    const { status, viewing } = state;
    // Until it plays, the poster and its button are what there is to see.
    const isWaiting = status === 'processing' && this.#phase !== 'played';
    const isTouched =
      this.#isPlain || engine.trouble.error || (!isWaiting && (!media.paused || this.#phase === 'played'));
    const focused = this.shadowRoot?.activeElement;
    if (this.#isLocked) this.#gate?.draw();
    else if (this.#skin) this.#skin.draw(isTouched ? state : undefined);
    else this.#gate?.erase();
    if (isTouched || this.#isLocked) this.#facade?.remove();
    else {
      const content = { title: this.#title, isWaiting, viewing, words: this.#words.words };
      this.#facade = showFacade(content, media, this.#start, this.#facade);
    }
    // Its view is gone, or is no longer to be seen.
    if (focused && this.#skin?.hasLost(focused, this.#facade)) this.#focusIsDue = true;
  }

  get #skin(): Skin | undefined {
    return this.#lazySkin?.skin;
  }

  /** True until the visitor has agreed that anything is requested. */
  get #isLocked(): boolean {
    return this.loadWhen === 'consent' && this.#phase === 'asleep';
  }

  /** True where the page, or the browser, has the controls. */
  get #isPlain(): boolean {
    return this.withoutControls || this.media.controls;
  }

  readonly #start = (): void => {
    this.#focusIsDue = true;
    this.play().catch(() => {});
  };

  #rouse(to: 'seen' | 'awake' = 'awake'): void {
    // Also called by the focus that an update has just given away: nothing new, no other update.
    if (this.#phase === to || (this.#phase !== 'asleep' && this.#phase !== 'seen')) return;
    this.#phase = to;
    // Before the visitor agreed, nothing of the video is fetched: no track of it either.
    if (this.#connection) this.#children.follow();
    this.requestUpdate();
  }

  protected override follow(): void {
    const refusal = findApiKey(this);
    // The error is reported at once, whether anybody sees the player or not.
    if (refusal) this.#rouse('seen');
    if (this.#phase === 'asleep') return;
    super.follow();
    if (refusal || !(this.media.srcObject || this.isWaiting))
      this.#followRequest(refusal ? { refusal } : requestOf(this, this.item, this.#children));
    if (!this.#isPlain && this.#phase !== 'seen') this.#lazySkin?.load();
  }

  #followRequest(request: PlaybackRequest): void {
    const isBackground = this.withoutControls && this.muted && this.loop && this.hasAttribute('autoplay');
    const { subject } = this;
    this.engine.prefer({ resumes: !this.#isPlain && mayResume(this), subject, isBackground });
    this.engine.use(request, this.beginsAt);
    void this.engine.resolve();
    this.showPoster(this.engine.store.state.viewing?.poster, this.item?.poster);
    if (isBackground) return;
    if (this.autoplay || this.preload === 'auto') void this.engine.load();
    else if (this.preload === 'metadata') void this.engine.load({ eager: false });
    else if (this.#phase === 'awake') void this.engine.prepare();
  }

  #onEvent(type: string): void {
    if (type === 'playing') this.#phase = 'played';
    // With its last picture kept, it is only away.
    if (type === 'emptied' && this.#phase === 'played' && !this.engine.trouble.still) this.#phase = 'awake';
    this.requestUpdate();
  }

  get #title(): string | undefined {
    return this.item?.heading ?? this.heading ?? this.engine.store.state.viewing?.title;
  }

  #describe(): void {
    const isFailed = this.engine.store.state.status === 'failed';
    const audioNames = this.#skin?.audioNames;
    describePlayer(this.#internals, this.media, {
      title: this.#title,
      words: audioNames ?? this.#words.words,
      states: { playing: !this.media.paused, failed: isFailed, ...this.#skin?.states },
      hasPicture: this.#phase === 'played' && !isFailed && !audioNames,
    });
  }

  #onState(state: PlaybackState): void {
    this.requestUpdate();
    const { isBackground } = this.engine.preferences;
    const collector = state.viewing?.collector ?? this.collectorUrl ?? pageConfig().collectorUrl;
    this.#session.follow(state, this.withoutEvents || isBackground ? undefined : collector);
    if (state.status !== 'failed') return;
    if (!isBackground) this.#lazySkin?.load();
    this.dispatchEvent(new Event('error'));
    this.#tell(state.error);
  }
  readonly #tell: Tell = (error) => this.dispatchEvent(new VhErrorEvent(error));
}

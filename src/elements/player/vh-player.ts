import type { PropertyDeclarations, PropertyValues } from '@lit/reactive-element';
import { pageConfig, type BackendCredentials } from '../../core/config.ts';
import { API_KEY_ATTRIBUTES, findApiKey } from '../../core/setup/api-key-attributes.ts';
import type { Playback } from '../../core/wire/playback.ts';
import type { PlaybackFunction, PlaybackState } from '../../playback/index.ts';
import { facade as english } from '../../locales/en/facade.ts';
import { VhErrorEvent } from '../events/vh-error-event.ts';
import { VhConsentEvent } from '../events/vh-consent-event.ts';
import type { PlayerApi } from './api/player-api.ts';
import { asNumber, asText } from '../host/attribute-values.ts';
import { internalsOf } from '../host/internals-of.ts';
import { tokens } from '../styling/tokens.ts';
import { WordsController } from '../words/words-controller.ts';
import { facadeStyles } from './facade/facade-styles.ts';
import { ACTIVE, AT_REST, PLAYED, SEEN, Stay } from './request/stay.ts';
import { LightChildren } from './media/light-children.ts';
import { MediaElement } from './media/media-element.ts';
import { LazySession } from './session/lazy-session.ts';
import type { SessionEventTarget } from './api/event-target.ts';
import { inBrowser } from './media/media-surface.ts';
import { BareControls } from './presentation/bare-controls.ts';
import { PlaylistController } from './playlist/playlist-controller.ts';
import type { PlaylistEntry } from './api/playlist-entry.ts';
import { nextRequestOf, preferencesOf, startTimeOf } from './request/playback-request.ts';
import * as later from './parts.ts';
import { playerPart } from './parts.ts';
import { showFacade } from './facade/facade.ts';
import type { KeyChoice } from './api/key-choice.ts';

export { VhConsentEvent } from '../events/vh-consent-event.ts';
export type { VhCopyLinkEvent } from '../events/vh-copy-link-event.ts';
export type { VhMarkerChangeEvent } from '../events/vh-marker-change-event.ts';
export type { VhSessionEvent } from '../events/vh-session-event.ts';
export type { EventDelivery, SessionEventTarget } from './api/event-target.ts';
export { VhErrorEvent } from '../events/vh-error-event.ts';

/**
 * Plays a video or a live stream. Every property, method and event of `HTMLVideoElement` works on it.
 *
 * @summary A video player that loads almost nothing until it is visible, and little until it plays.
 * @tag vh-player
 * @attr {boolean} without-fit - Does not let viewers choose whether the picture fills a player of another shape.
 * @attr {boolean} without-keys - Has no keyboard shortcuts. Each control keeps its own keys.
 * @attr {boolean} without-pause-others - Keeps other players of the page playing when this one starts with sound.
 * @attr {boolean} without-copy-link - Does not offer a link to the current time.
 * @attr {boolean} without-save-picture - Does not offer to save the current picture.
 * @slot - `<source>` and `<track>` elements, as in a `<video>`; a playback as `<script type="application/json">`.
 * @slot top - Stands at the top of the controls.
 * @slot captions - Replaces the captions button, for example by a `<vh-captions-picker>`.
 * @slot end-screen - Replaces the large button at the end of a video or of a playlist.
 * @fires {VhErrorEvent} vh-error - The playback ended and will not recover, or continues without captions or a feature; `error` has a `code`.
 * @fires {Event} error - The same, as a native media element says it; see the `error` property.
 * @fires {VhCopyLinkEvent} vh-copy-link - A viewer copies a link: the page may change its `url`, or cancel it.
 * @fires {Event} vh-playlist-change - Another entry of the playlist is chosen, there are other entries, or they play in another order.
 * @csspart media - The video element.
 * @csspart play-button - The button over the poster.
 * @csspart title - The heading over the poster, and above the controls.
 * @csspart duration - The duration in the corner.
 * @csspart controls - All the controls.
 * @csspart bar - The controls at the bottom.
 * @csspart button - Each button of the controls.
 * @csspart message - The view in place of a video that cannot be played.
 * @csspart end-screen - What lies over the end of a video.
 * @csspart replay-button - The large button on the end screen.
 * @cssproperty [--vh-accent=light-dark(#2f5bea, #8aa5ff)] - The colour of buttons and of the played part.
 * @cssproperty [--vh-radius=8px] - The roundness of corners.
 * @cssstate playing - It plays.
 * @cssstate failed - It ended with an error.
 * @cssstate controls - The controls are visible.
 */
export class VhPlayer extends MediaElement implements PlayerApi {
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };

  static override styles = [tokens, facadeStyles];

  static override properties: PropertyDeclarations = {
    videoId: { attribute: 'video-id', converter: asText },
    liveStreamId: { attribute: 'live-stream-id', converter: asText },
    token: { converter: asText },
    playback: { attribute: false },
    assetUrl: { attribute: 'asset-url', converter: asText },
    backend: { converter: asText },
    credentials: { converter: asText },
    subject: { converter: asText },
    collectorUrl: { attribute: 'collector-url', converter: asText },
    heading: { converter: asText },
    startTime: { attribute: 'start-time', converter: asNumber },
    timeParameter: { attribute: 'time-parameter', converter: asText },
    endTime: { attribute: 'end-time', converter: asNumber },
    playlist: { converter: (ids: string | null) => ids?.match(/\S+/g) ?? undefined },
    playlistIndex: { attribute: 'playlist-index', type: Number },
    shuffle: { type: Boolean, reflect: true },
    keys: { attribute: false },
    loadWhen: { attribute: 'load', converter: asText },
    withoutControls: { attribute: 'without-controls', type: Boolean },
    withoutEvents: { attribute: 'without-events', type: Boolean },
  };

  /** The video to play, by its id; needs `asset-url` or `backend`. */
  declare videoId: string | undefined;
  /** The live stream to play, by its id; needs `asset-url` or `backend`. */
  declare liveStreamId: string | undefined;
  /** The token of a private video or live stream. */
  declare token: string | undefined;
  /** A playback, or a function that fetches one. */
  declare playback: Playback | PlaybackFunction | undefined;
  /** Where the service keeps its media. */
  declare assetUrl: string | undefined;
  /** The address of the page backend. */
  declare backend: string | undefined;
  /** `include` sends the visitor's cookies to a backend on another origin, too. */
  declare credentials: BackendCredentials | undefined;
  /** The visitor: on a shared device, a video resumes where the same visitor stopped. */
  declare subject: string | undefined;
  /** The collector of session events, unless the playback names one. */
  declare collectorUrl: string | undefined;
  /** The site's own data about the viewing, for its session events, in addition to the `metadata-*` attributes. */
  declare metadata: Readonly<Record<string, string | number>> | undefined;
  /** Other collectors of session events: `[{ collector, format: 'vh', transport }]`. */
  declare eventTargets: readonly SessionEventTarget[] | undefined;
  /** The title, shown before the video plays. */
  declare heading: string | undefined;
  /** Seconds: where playback begins. */
  declare startTime: number | undefined;
  /** Where playback begins without `start-time`: the name of a parameter in the page's address, such as `t`. */
  declare timeParameter: string | undefined;
  /** Seconds: where playback pauses. */
  declare endTime: number | undefined;
  /** The entries to play in turn: ids of videos, or objects with the names of the player's own properties. */
  declare playlist: readonly PlaylistEntry[] | undefined;
  /** The place of the entry that plays, from 0. Settable. */
  declare playlistIndex: number;
  /** Plays the other entries in random order, each once. The viewer may change it. */
  declare shuffle: boolean;
  /** The page's keys in place of the player's: `{ play: 'p', skipBack: ['a', 'q'] }`; see the guide for the names. */
  declare keys: KeyChoice | undefined;
  /** When it may begin to load: `visible` (default), `intent`, `now`, or `consent`: after the visitor agreed. */
  declare loadWhen: string | undefined;
  /** Shows no controls and no play button: the page has its own. */
  declare withoutControls: boolean;
  /** Sends no session events. */
  declare withoutEvents: boolean;

  #children!: LightChildren;
  readonly #words = new WordsController(this, 'player', english);
  #facade: Element | undefined;
  readonly #skin = playerPart(
    this,
    () => later.loadSkin().then(({ prepareSkin }) => prepareSkin(this.#words.locale)),
    (Skin) => {
      this.#bareControls.end();
      return new Skin(this, this.engine);
    },
    () => {
      this.#bareControls.begin();
      this.requestUpdate();
    },
  );
  readonly #extras = playerPart(
    this,
    later.loadMediaExtras,
    (code) => new code.MediaExtras(this, this.engine),
  );
  readonly #commands = playerPart(this, later.loadCommands, (code) => new code.PlayerCommands(this));
  readonly #gate = playerPart(
    this,
    later.loadConsentGate,
    (code) => new code.ConsentGate(this, this.#start, this.#allow),
  );
  readonly #inspector = playerPart(
    this,
    later.loadInspector,
    (code) => new code.Inspector(this, this.engine),
  );
  readonly #bareControls = new BareControls(this);
  #playlist!: PlaylistController;
  #stay!: Stay;
  readonly #session = new LazySession(this);
  readonly #internals = internalsOf(this);
  #focusIsDue = false;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...API_KEY_ATTRIBUTES];
  }

  constructor() {
    super();
    this.withoutControls = false;
    this.withoutEvents = false;
    this.playlistIndex = 0;
    this.shuffle = false;
    if (!inBrowser) return;
    const { media, engine } = this;
    this.#playlist = new PlaylistController(this, engine);
    this.#children = new LightChildren(this, media, () => this.requestUpdate());
    this.#stay = new Stay(this, engine, this.#children, (signal) => void this.#gate.loadUntil(signal));
    engine.store.subscribe((state) => this.#onState(state));
    this.addEventListener('command', (event) => void this.#commands.load().then((part) => part?.run(event)));
    for (const type of ['play', 'playing', 'pause', 'emptied', 'durationchange']) {
      media.addEventListener(type, () => this.#onEvent(type));
    }
  }

  override connectedCallback(): void {
    // The button that a server has rendered was pressed before. An older browser does not know the selector.
    if (this.shadowRoot?.querySelector(':is(:popover-open)')) queueMicrotask(this.#start);
    super.connectedCallback();
    // A move within the document is no new stay.
    if (this.#stay.connection) return;
    this.#stay.begin();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (!this.isConnected && this.#stay.connection) this.#stay.end();
    });
  }

  protected override willUpdate(): void {
    if (!inBrowser || !this.#stay.connection) return;
    if (this.loadWhen === 'now') this.#stay.advance();
    this.follow();
  }

  protected override updated(): void {
    const { media } = this;
    // Firefox lays its own button over a video, and takes each for a control.
    media.inert = 'mozHasAudio' in media && !this.#isPlain;
    const laysButton = media.inert && this.#stay.phase !== AT_REST;
    const { preferences, store } = this.engine;
    const hasLook = preferences.isBackground || store.state.source?.theme || media.textTracks.length;
    if (laysButton || hasLook || this.endTime !== undefined) void this.#extras.need();
    this.#followSession();
    this.#describe();
    if (this.#focusIsDue && this.#skin.part?.takeFocus(this.#facade)) this.#focusIsDue = false;
  }

  /** Loads the missing code and plays; rejects as a native media element does. */
  override play(): Promise<void> {
    if (this.#stay.isLocked) return Promise.reject(new DOMException('', 'NotAllowedError'));
    this.#stay.advance();
    this.#session.intend(this.#stay.connection);
    return super.play();
  }

  override load(): void {
    if (!this.#stay.isLocked) this.#stay.advance();
    super.load();
  }

  /** Goes to the next entry of the playlist, if there is one. It plays if the present one plays or has ended. */
  next(): void {
    this.#playlist.step(1);
  }

  /** Goes to the previous entry of the playlist, if there is one. It plays if the present one plays or has ended. */
  previous(): void {
    this.#playlist.step(-1);
  }

  /** For a consent manager: lets a player with `load="consent"` load as if its visitor had agreed; fires `vh-consent`. */
  consent(): void {
    const { isLocked } = this.#stay;
    this.#allow();
    if (isLocked) this.dispatchEvent(new VhConsentEvent(false, false));
  }

  /**
   * Opens the inspector: how playback, requests and session events are at the moment, for the author of a page. A parameter
   * of the page's address opens it, too: see the guide.
   */
  async inspect(): Promise<void> {
    (await this.#inspector.load())?.open();
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    const { media, engine } = this;
    const { phase, isLocked } = this.#stay;
    const skin = this.#skin.part;
    const { state } = engine.store;
    const { status, source } = state;
    const isUnreached = !this.#bareControls.show(state);
    // Until it plays, the poster and its button are what there is to see.
    const isWaiting = status === 'processing' && phase !== PLAYED;
    const isTouched =
      !isUnreached &&
      (this.#isPlain || engine.trouble.error || (!isWaiting && (!media.paused || phase === PLAYED)));
    const focused = this.shadowRoot?.activeElement;
    if (isLocked) this.#gate.part?.draw();
    else if (skin) skin.draw(isTouched ? state : undefined);
    else this.#gate.part?.erase();
    if (isTouched || isLocked) this.#facade?.remove();
    else {
      const { words } = this.#words;
      const problem = isUnreached ? words.network : undefined;
      const content = { title: this.#title, isWaiting, source, problem, words };
      this.#facade = showFacade(content, media, this.#start, this.#facade);
      if (isUnreached && this.#focusIsDue) this.#facade.querySelector('button')?.focus();
    }
    // Its view is gone, or is no longer to be seen.
    if (focused && skin?.hasLost(focused, this.#facade)) this.#focusIsDue = true;
  }

  /** True where the page, or the browser, has the controls. */
  get #isPlain(): boolean {
    return this.withoutControls || this.media.controls;
  }

  readonly #allow = (): void => this.#stay.advance(SEEN);
  readonly #start = (): void => {
    this.#focusIsDue = true;
    // Its button is here again, since no code has come that could try again.
    const { status } = this.engine.store.state;
    (status === 'failed' ? this.engine.retry() : this.play()).catch(() => {});
  };

  protected override follow(): void {
    const refusal = findApiKey(this);
    // The error is reported at once, whether anybody sees the player or not.
    if (refusal) this.#stay.advance(SEEN);
    if (this.#stay.phase === AT_REST) {
      // The page's own picture is no request of the player's.
      if (this.loadWhen === 'intent') this.showPoster();
      return;
    }
    super.follow();
    this.#playlist.follow();
    if (refusal || !(this.media.srcObject || this.#playlist.isWaiting)) this.#followRequest(refusal);
    const isOurs = !this.#isPlain || this.#bareControls.areDue;
    if (isOurs && this.#stay.phase !== SEEN) void this.#skin.load();
  }

  #followRequest(refusal: string | undefined): void {
    const { item } = this.#playlist;
    const request = refusal ? { refusal } : nextRequestOf(this.engine, this, item, this.#children);
    const preferences = preferencesOf(this, this.#isPlain);
    this.engine.prefer(preferences);
    this.engine.use(request, item ? item.startTime : startTimeOf(this));
    void this.engine.resolve();
    this.showPoster(this.engine.store.state.source?.poster, item?.poster);
    if (preferences.isBackground) return;
    if (this.autoplay || this.preload === 'auto') void this.engine.load();
    else if (this.preload === 'metadata') void this.engine.load({ eager: false });
    else if (this.#stay.phase === ACTIVE) void this.engine.prepare();
  }

  #onEvent(type: string): void {
    const stay = this.#stay;
    if (type === 'playing') stay.phase = PLAYED;
    // With its last picture kept, it is only away.
    if (type === 'emptied' && stay.phase === PLAYED && !this.engine.trouble.still) stay.phase = ACTIVE;
    this.requestUpdate();
  }

  get #title(): string | undefined {
    return this.#playlist.item?.heading ?? this.heading ?? this.engine.store.state.source?.title;
  }

  #onState(state: PlaybackState): void {
    this.requestUpdate();
    this.#followSession();
    if (state.status !== 'failed') return;
    if (!this.engine.preferences.isBackground) void this.#skin.load();
    this.dispatchEvent(new Event('error'));
    this.dispatchEvent(new VhErrorEvent(state.error));
  }

  #followSession(): void {
    const { store, request, preferences } = this.engine;
    const collector = store.state.source?.collector ?? this.collectorUrl ?? pageConfig().collectorUrl;
    this.#session.follow(store.state, request, preferences.isBackground ? undefined : collector);
  }

  /** Tells style sheets the player's states, and screen readers its name. */
  #describe(): void {
    const internals = this.#internals;
    const { media } = this;
    const { states, audioNames } = this.#skin.part ?? {};
    const failed = this.engine.store.state.status === 'failed';
    for (const [name, is] of Object.entries({ playing: !media.paused, failed, ...states }))
      internals.states?.[is ? 'add' : 'delete'](name);
    // A role or a name that the page gives to the player comes before these.
    internals.role = 'group';
    const names = audioNames ?? this.#words.words;
    const title = this.#title;
    internals.ariaLabel = title ? names.playerTitle.replace('{title}', () => title) : names.player;
    // Browsers say of a video without a source that it cannot be played.
    const isBare = audioNames || (failed && media.readyState === 0);
    const isShown = this.#stay.phase === PLAYED && !isBare;
    media.ariaHidden = isShown || media.controls ? null : 'true';
  }
}

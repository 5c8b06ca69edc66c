import { ReactiveElement, type PropertyDeclarations } from '@lit/reactive-element';
import type { Chapter, Marker, WrittenChapter } from '../../../captions/index.ts';
import {
  type AudioTrackList,
  PlaybackEngine,
  type Quality,
  type Stream,
  canPlay,
  managesSources,
  toMediaError,
} from '../../../playback/index.ts';
import { watchPolicy } from '../../../core/setup/page-policy.ts';
import { asNumber } from '../../host/attribute-values.ts';
import { checkWhenConnected } from '../../setup/check-setup.ts';
import { takeStyles } from '../../styling/take-styles.ts';
import { TimelineController } from '../timeline/timeline-controller.ts';
import {
  copyAttribute,
  forwardMedia,
  inBrowser,
  MEDIA_EVENTS,
  MIRRORED_ATTRIBUTES,
  type MediaSurface,
} from './media-surface.ts';
import { report } from '../../setup/report.ts';

/** The delay of the controls after a press, so that a prepared first frame shows first. */
const CONTROLS_DELAY_MS = 100;

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-quality-change': Event;
    'vh-live-change': Event;
    'vh-chapter-change': Event;
  }
}

// TypeScript cannot declare the members that `forwardMedia` adds.
const WithSurface: Omit<typeof ReactiveElement, 'prototype'> & (new () => ReactiveElement & MediaSurface) =
  ReactiveElement as typeof ReactiveElement & (new () => ReactiveElement & MediaSurface);

/**
 * An element around one video element, with the same interface: properties, methods, attributes, events. It plays by an
 * engine, and has the stream: renditions, sound tracks, chapters, the live edge.
 *
 * @attr {string} src - The address of the media: HLS, MP4 or WebM.
 * @attr {string} poster - The image that shows before playback.
 * @attr {boolean} autoplay - Plays as soon as it may; the browser may refuse when it is not `muted`.
 * @attr {boolean} muted - Begins without sound.
 * @attr {boolean} loop - Begins again at the end.
 * @attr {string} preload - How much to load before playback: `none` (default), `metadata`, `auto`.
 * @attr {string} cmcd - Adds data about playback to each media request, as CMCD: in the `query`, or in `headers`.
 * @fires {Event} vh-quality-change - Another rendition is on the screen, or there are others to choose from.
 * @fires {Event} vh-live-change - The stream is live now or no longer, or the viewer came to the live edge or left it.
 * @fires {Event} vh-chapter-change - Another chapter plays, or there are other chapters.
 * @fires {VhMarkerChangeEvent} vh-marker-change - Playback came to one of the `markers`: once each time, and not by a
 * seek.
 */
export class MediaElement extends WithSurface {
  static override properties: PropertyDeclarations = {
    maxResolution: { attribute: 'max-resolution', converter: asNumber },
    targetLatency: { attribute: 'target-latency', converter: asNumber },
    markers: { attribute: false },
    mostWatched: {
      attribute: 'most-watched',
      converter: (list: string | null) => list?.match(/\S+/g)?.map(Number),
    },
    // Its own accessor; named here so that what a page set before the upgrade is not lost.
    chapters: { attribute: false, noAccessor: true },
  };

  /** Pixels of the picture's shorter side, such as 720: no larger rendition plays. */
  declare maxResolution: number | undefined;
  /** Seconds: how far behind the source a live stream plays. */
  declare targetLatency: number | undefined;
  /**
   * Moments to mark on the seek bar: `{ time, title }`, seconds on the player's clock. Set another list to change them;
   * other members of the objects are the page's own.
   */
  declare markers: readonly Marker[] | undefined;
  /**
   * How often each place of the video was watched, for a curve over the seek bar: `moments` of `vh-elements/insights`. As an
   * attribute, numbers between spaces.
   */
  declare mostWatched: readonly number[] | undefined;

  /** The video element itself. */
  declare readonly media: HTMLVideoElement;
  /** lit finds by this node what it has drawn, also when all of it is moved to a picture-in-picture window. */
  declare readonly drawBefore: Comment;
  /** The engine that plays in it. */
  declare protected readonly engine: PlaybackEngine;
  /** True while the controls wait for the picture. */
  declare private isLate?: boolean;
  #stream: Stream | undefined;
  /** The rates and the sound, as the last events told them. */
  readonly #told: Record<string, string> = { ratechange: '1,1', volumechange: '1,false' };
  #timeline: TimelineController | undefined;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...MIRRORED_ATTRIBUTES, 'src', 'poster'];
  }

  constructor() {
    super();
    // A server renders the frame around the video.
    if (!inBrowser) return;
    checkWhenConnected(this);
    // A server may have rendered it: a new one would have to load its poster again.
    const media = this.shadowRoot?.querySelector('video') ?? document.createElement('video');
    media.preload = 'none';
    media.playsInline = true;
    media.setAttribute('part', 'media');
    const drawBefore = document.createComment('');
    Object.assign(this, { media, drawBefore, engine: new PlaybackEngine(media) });
    // The video lives as long as its host: these listeners end with both.
    for (const type of MEDIA_EVENTS)
      media.addEventListener(type, (event) => {
        if (this.#isNews(type))
          this.dispatchEvent(Reflect.construct(event.constructor as typeof Event, [event.type, event]));
      });
    // A new source takes events out of the queue that the video has not fired yet.
    media.addEventListener('loadstart', () => {
      for (const type of Object.keys(this.#told)) media.dispatchEvent(new Event(type));
    });
    this.engine.store.subscribe(() => this.#onStream());
    const timeline = (this.#timeline = new TimelineController(this));
    const follow = () => timeline.follow();
    media.addEventListener('loadedmetadata', follow);
    // jsdom has an array.
    const tracks: Partial<TextTrackList> = this.textTracks;
    tracks.addEventListener?.('addtrack', follow);
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    this.requestUpdate();
    if (!inBrowser) return;
    if (name === 'src') {
      this.resetRate();
      this.engine.endHold();
      // As on a native element: setting the same address again reloads.
      if (old === value) this.engine.reset();
      // And another one takes its place at once.
      else if (old !== null && value !== null) this.follow();
    }
    // The property has set it already.
    if (!MIRRORED_ATTRIBUTES.includes(name) || this.media.getAttribute(name) === value) return;
    copyAttribute(name, this, this.media);
    // As at the birth of a native element; later the attribute is a default only.
    if (name === 'muted' && this.media.readyState === 0) {
      this.media.muted = value !== null;
      this.#isNews('volumechange');
    }
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    // The element replaces the markup that a server has rendered.
    this.shadowRoot?.replaceChildren();
    const root = super.createRenderRoot();
    // Before anything is rendered, and no template's to move.
    root.append(this.media, this.drawBefore);
    return root;
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

  /** How much loads before playback: `none`, `metadata` or `auto`. */
  get preload(): 'none' | 'metadata' | 'auto' | '' {
    const value = this.getAttribute('preload')?.toLowerCase();
    if (value === undefined || value === 'none') return 'none';
    return value === 'auto' || value === '' ? 'auto' : 'metadata';
  }

  set preload(value: string) {
    this.setAttribute('preload', value);
  }

  /** One of the `NETWORK_…` numbers. The video is empty until it is to load, and after a source that is dead. */
  get networkState(): number {
    const { engine, media } = this;
    if (engine.isResting) return media.NETWORK_IDLE;
    if (media.networkState !== media.NETWORK_EMPTY) return media.networkState;
    const { status } = engine.store.state;
    if (status === 'failed') return media.NETWORK_NO_SOURCE;
    return status !== 'idle' || this.hasAttribute('src') ? media.NETWORK_IDLE : media.NETWORK_EMPTY;
  }

  get srcObject(): MediaProvider | null {
    return this.media.srcObject;
  }

  set srcObject(value: MediaProvider | null) {
    this.engine.release();
    this.media.srcObject = value;
    this.requestUpdate();
  }

  /** The address that is played, as it was asked for. */
  get currentSrc(): string {
    const { store, request } = this.engine;
    const { state } = store;
    const url = 'address' in state ? state.address.url : request.src;
    if (url === undefined) return this.media.currentSrc;
    return URL.canParse(url, this.baseURI) ? new URL(url, this.baseURI).href : url;
  }

  /** Why it ended: as of a native element, the code is one of the `MEDIA_ERR_…` numbers. */
  get error(): MediaError | null {
    const { state } = this.engine.store;
    return state.status === 'failed' ? toMediaError(state.error) : this.media.error;
  }

  /** The renditions of the stream, smallest first. Empty where the browser alone chooses. */
  get qualities(): readonly Quality[] {
    return this.engine.stream?.qualities ?? [];
  }

  /** The rendition that was chosen. Settable: one of `qualities`, or `auto`; anything else changes nothing. */
  get quality(): Quality | 'auto' {
    return this.engine.stream?.quality ?? this.engine.preferences.quality;
  }

  set quality(value: Quality | 'auto') {
    if (isQuality(value)) this.engine.prefer({ quality: value });
    else
      report(({ reportIgnoredValue }) =>
        reportIgnoredValue(this.localName, 'quality', '"auto" and the entries of "qualities"'),
      );
  }

  /** The rendition that is on the screen. */
  get currentQuality(): Quality | undefined {
    return this.engine.stream?.currentQuality;
  }

  /** The sound tracks of the stream, as of a native media element; before the media load, those of the browser. */
  get audioTracks(): AudioTrackList | undefined {
    return this.engine.audioTracks ?? (Reflect.get(this.media, 'audioTracks') as AudioTrackList | undefined);
  }

  /**
   * The chapters of the video, in one language. Empty before its metadata are there. Settable: a list of `{ title,
   * startTime }` holds in place of those of the video until it is `undefined` again.
   */
  get chapters(): readonly Chapter[] {
    return this.#timeline?.chapters ?? [];
  }

  set chapters(written: readonly WrittenChapter[] | undefined) {
    this.#timeline?.write(written);
  }

  /** The chapter that plays. */
  get currentChapter(): Chapter | undefined {
    return this.#timeline?.current;
  }

  /** Seconds on the player's clock: where a viewer watches live. `undefined` if it is not live. */
  get liveEdge(): number | undefined {
    return this.engine.live?.edge;
  }

  /** Seconds that the viewer is behind the source. `undefined` if it is not live. */
  get latency(): number | undefined {
    return this.engine.live?.latency;
  }

  /** True when the viewer watches live, and not an earlier part. */
  get isAtLiveEdge(): boolean {
    return this.engine.stream?.live === 'at-edge';
  }

  /** Goes to where a viewer watches live. */
  seekToLive(): void {
    const { liveEdge } = this;
    if (liveEdge !== undefined) this.media.currentTime = liveEdge;
  }

  override requestUpdate(...change: Parameters<ReactiveElement['requestUpdate']>): void {
    super.requestUpdate(...change);
    // The controls may be late: another source may not.
    if (this.isLate) queueMicrotask(() => this.follow());
  }

  /** Drawing the controls would keep a picture waiting that is about to come. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    // Not with a managed source: it starts on its own schedule, and WebKitGTK's clock can stall if the DOM changes then.
    const { paused, readyState } = this.media;
    if (paused || readyState > 0 || managesSources()) return super.scheduleUpdate();
    this.isLate = true;
    this.follow();
    const soon = AbortSignal.timeout(CONTROLS_DELAY_MS);
    return new Promise((resolve) => (soon.onabort = resolve)).then(() => {
      this.isLate = false;
      return super.scheduleUpdate();
    });
  }

  adoptedCallback(): void {
    takeStyles(this);
  }

  /** Loads the missing code and plays. */
  play(): Promise<void> {
    this.follow();
    return this.engine.play();
  }

  /** Pauses. */
  pause(): void {
    this.engine.pause();
  }

  /** Loads the same media again: as of a native element, their metadata at least. */
  load(): void {
    if (this.media.srcObject) return this.media.load();
    this.resetRate();
    this.engine.reset();
    this.follow();
    void this.engine.load({ eager: false });
  }

  /** Whether a media type can be played: HLS plays wherever there are Media Source Extensions. */
  canPlayType(type: string): CanPlayTypeResult {
    return canPlay(this.media, type);
  }

  /** As on a native element: another source begins at the default rate. */
  protected resetRate(): void {
    this.media.playbackRate = this.media.defaultPlaybackRate;
  }

  /** Brings the engine to what the element says, before it plays. */
  protected follow(): void {
    const { maxResolution, targetLatency } = this;
    this.engine.prefer({ maxResolution, targetLatency });
    this.#timeline?.follow();
  }

  /** Shows the element's own poster, else this one. */
  protected showPoster(other = '', own: string | null = this.getAttribute('poster')): void {
    const poster = own ?? other;
    // An empty one is the page's own address to WebKit, which then requests the page as a picture.
    if (!poster) this.media.removeAttribute('poster');
    else if (this.media.getAttribute('poster') !== poster) {
      watchPolicy('img-src', poster);
      this.media.poster = poster;
    }
  }

  /** False where all is as it was told: a source has come, and keeps the rate, or `muted` was there at the beginning. */
  #isNews(type: string): boolean {
    const before = this.#told[type];
    if (before === undefined) return true;
    const { playbackRate, defaultPlaybackRate, volume, muted } = this.media;
    const now = String(type === 'ratechange' ? [playbackRate, defaultPlaybackRate] : [volume, muted]);
    this.#told[type] = now;
    return now !== before;
  }

  #onStream(): void {
    const before = this.#stream;
    const { stream } = this.engine;
    this.#stream = stream;
    const differs = (name: keyof Stream): boolean => before?.[name] !== stream?.[name];
    if (differs('qualities') || differs('currentQuality')) this.dispatchEvent(new Event('vh-quality-change'));
    if (differs('live')) this.dispatchEvent(new Event('vh-live-change'));
  }
}

if (inBrowser) forwardMedia(MediaElement);

/** Pages without types may set any word. */
function isQuality(value: unknown): boolean {
  const { width, height, bitrate } = Object(value) as Partial<Quality>;
  return value === 'auto' || [width, height, bitrate].every((number) => typeof number === 'number');
}

/** An attribute that holds an address, as an absolute one. */
function address(element: Element, name: 'src' | 'poster'): string {
  const value = element.getAttribute(name) ?? '';
  return value && URL.canParse(value, element.baseURI) ? new URL(value, element.baseURI).href : value;
}

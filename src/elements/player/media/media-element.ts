import { ReactiveElement } from '@lit/reactive-element';
import { canPlay, managesSources } from '../../../playback/support/media-support.ts';
import { PlaybackEngine } from '../../../playback/playback-engine.ts';
import { toMediaError } from '../../../playback/support/media-error.ts';
import {
  again,
  copyAttribute,
  forwardMedia,
  inBrowser,
  MEDIA_EVENTS,
  MIRRORED_ATTRIBUTES,
  type MediaSurface,
} from './media-surface.ts';

/** The controls come so long after a press: a picture that was prepared is there by then. */
const CONTROLS_MS = 100;

/** An element around one video element, with the same interface: properties, methods, attributes, events. */
class MediaElementClass extends ReactiveElement {
  /** The video element itself. */
  declare readonly media: HTMLVideoElement;
  /** lit finds by this node what it has drawn, also when all of it is moved to a picture-in-picture window. */
  declare readonly drawBefore: Comment;
  /** The engine that plays in it. */
  declare protected readonly engine: PlaybackEngine;
  /** True while the controls wait for the picture. */
  declare private isLate?: boolean;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...MIRRORED_ATTRIBUTES, 'src', 'poster'];
  }

  constructor() {
    super();
    // A server renders what is around the video.
    if (!inBrowser) return;
    // A server may have rendered it: a new one would have to load its poster again.
    const media = this.shadowRoot?.querySelector('video') ?? document.createElement('video');
    media.preload = 'none';
    media.playsInline = true;
    media.setAttribute('part', 'media');
    const drawBefore = document.createComment('');
    Object.assign(this, { media, drawBefore, engine: new PlaybackEngine(media) });
    // The video lives as long as its host: these listeners end with both.
    for (const type of MEDIA_EVENTS)
      media.addEventListener(type, (event) => this.dispatchEvent(again(event)));
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    this.requestUpdate();
    // As on a native element: setting the same address again reloads.
    if (name === 'src' && old === value && inBrowser) this.engine.reset();
    if (!inBrowser || !MIRRORED_ATTRIBUTES.includes(name)) return;
    copyAttribute(name, this, this.media);
    // As at the birth of a native element; later the attribute is a default only.
    if (name === 'muted' && this.media.readyState === 0) this.media.muted = value !== null;
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    // The element replaces the markup that a server has rendered.
    this.shadowRoot?.replaceChildren();
    const root = super.createRenderRoot();
    // Before anything is rendered, and no template's to move.
    root.append(this.media);
    root.append(this.drawBefore);
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
    const { state } = this.engine.store;
    return 'address' in state ? new URL(state.address.url, this.baseURI).href : this.media.currentSrc;
  }

  /** Why it ended: as of a native element, the code is one of the `MEDIA_ERR_…` numbers. */
  get error(): MediaError | null {
    const { state } = this.engine.store;
    return state.status === 'failed' ? toMediaError(state.error) : this.media.error;
  }

  override requestUpdate(...change: Parameters<ReactiveElement['requestUpdate']>): void {
    super.requestUpdate(...change);
    // The controls may be late: another source may not.
    if (this.isLate) queueMicrotask(() => this.follow());
  }

  /** Drawing the controls would keep a picture waiting that is about to come. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    // A managed source begins in its own time, and WebKitGTK's clock may stand when the page changes just then.
    const { paused, readyState } = this.media;
    if (paused || readyState > 0 || managesSources()) return super.scheduleUpdate();
    this.isLate = true;
    this.follow();
    const soon = AbortSignal.timeout(CONTROLS_MS);
    return new Promise((resolve) => (soon.onabort = resolve)).then(() => {
      this.isLate = false;
      return super.scheduleUpdate();
    });
  }

  /** Plays, loading first what is not there. */
  play(): Promise<void> {
    this.follow();
    return this.engine.play();
  }

  /** Pauses. */
  pause(): void {
    this.engine.pause();
  }

  /** Loads the same media again. */
  load(): void {
    if (this.media.srcObject) return this.media.load();
    this.engine.reset();
    this.follow();
  }

  /** Whether a media type can be played: HLS plays wherever there are Media Source Extensions. */
  canPlayType(type: string): CanPlayTypeResult {
    return canPlay(this.media, type);
  }

  /** Brings the engine to what the element says, before it is told to play. */
  protected follow(): void {}

  /** Shows the element's own poster, else this one. */
  protected showPoster(other = '', own: string | null = this.getAttribute('poster')): void {
    const poster = own ?? other;
    // An empty one is the page's own address to WebKit, which then requests the page as a picture.
    if (!poster) this.media.removeAttribute('poster');
    else if (this.media.getAttribute('poster') !== poster) this.media.poster = poster;
  }
}

if (inBrowser) forwardMedia(MediaElementClass);

// TypeScript cannot declare the members that the loop above adds.
type MediaElementConstructor = Omit<typeof MediaElementClass, 'prototype'> &
  (new () => MediaElementClass & MediaSurface);

const WithSurface = MediaElementClass as typeof MediaElementClass &
  (new () => MediaElementClass & MediaSurface);

/** The base of the player: an element that is a media element. */
export const MediaElement: MediaElementConstructor = WithSurface;

/** An attribute that holds an address, as an absolute one. */
function address(element: Element, name: 'src' | 'poster'): string {
  const value = element.getAttribute(name) ?? '';
  return value && URL.canParse(value, element.baseURI) ? new URL(value, element.baseURI).href : value;
}

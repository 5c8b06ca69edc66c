import { render, type ReactiveController, html, nothing, type TemplateResult } from 'lit';
import { renewStyles } from '../../../styling/renew-styles.ts';
import { isFullscreen, leaveFullscreen } from '../fullscreen.ts';
import type { SkinContext } from '../../skin/context/control.ts';
import { skinRoot } from '../../skin/context/skin-root.ts';
import { windowMaker } from './window-maker.ts';
import { windowStyles } from './window-styles.ts';
import type { PlayerWords } from '../../../../locales/en/player.ts';

/** CSS pixels: the window begins no larger. The browser remembers what a viewer made of it. */
const MAX_SIDE_PX = 640;
/** The styles that a player takes from the page around it: in another window it inherits none. */
const INHERITED = ['--vh-accent', '--vh-on-accent', '--vh-radius', 'color-scheme', 'font-family'];
/** The player's states, which are classes of its stand-in in the window. */
const STATES = ['playing', 'failed', 'controls'];

/** Opens a window above all others and shows the player in it; rejects where the browser refuses. */
export async function openWindow(skin: SkinContext): Promise<void> {
  const { host } = skin;
  // Asked before the window has the focus of the system, and the page no more.
  const { activeElement } = host.renderRoot as ShadowRoot;
  const isByKeyboard = activeElement?.matches(':focus-visible') ?? false;
  const view = await windowMaker(host)?.requestWindow(sizeOf(skin));
  if (!view) return;
  // The player may have gone, or another press may have opened a window, before this one was there.
  if (!host.isConnected || skinRoot(host) !== host) return view.close();
  if (isFullscreen(host)) leaveFullscreen(host).catch(() => {});
  new PlayerWindow(skin, view, activeElement !== null).open();
  // Elsewhere it would keep the controls over the picture of a viewer who uses a mouse.
  if (isByKeyboard) focusButton(host.renderRoot);
}

/**
 * A player in its own window. Its element stays where the page has put it: frameworks remove and insert elements
 * beside it, and would fail if it were gone. All that its shadow root holds moves into another root, in the window, and
 * comes back when the window closes, the player leaves the page, or the page forbids picture-in-picture.
 */
class PlayerWindow implements ReactiveController {
  readonly #skin: SkinContext;
  readonly #view: Window & typeof globalThis;
  readonly #frame: HTMLElement;
  readonly #placeholder = document.createElement('div');
  readonly #abort = new AbortController();
  /** True when the focus was in the player as it left the page. */
  readonly #hadFocus: boolean;

  constructor(skin: SkinContext, view: Window & typeof globalThis, hadFocus: boolean) {
    this.#skin = skin;
    this.#view = view;
    this.#hadFocus = hadFocus;
    const { document: outside } = view;
    this.#frame = outside.createElement('div');
    this.#frame.className = 'window';
    this.#frame.role = 'group';
    const main = outside.createElement('main');
    main.append(this.#frame);
    outside.body.append(main);
    const { signal } = this.#abort;
    view.addEventListener('pagehide', () => this.#bringBack(), { signal });
    outside.addEventListener('keydown', (event) => this.#onKey(event), { signal });
  }

  /** Takes the player into the window. */
  open(): void {
    const { host } = this.#skin;
    this.#inherit();
    renewStyles(host, windowStyles);
    this.#move(this.#frame.attachShadow({ mode: 'open' }));
    host.shadowRoot?.append(this.#placeholder);
    host.addController(this);
  }

  hostUpdated(): void {
    const { host, words, media } = this.#skin;
    // Not within the update that reports it.
    if (host.hasAttribute('disablepictureinpicture')) return queueMicrotask(() => this.#bringBack());
    render(
      placeholder(media.poster, words, () => this.#bringBack()),
      this.#placeholder,
    );
    // The player's own states are set after its controllers were notified.
    queueMicrotask(() => this.#describe());
  }

  hostDisconnected(): void {
    // A move within the document is no leave.
    queueMicrotask(() => {
      if (!this.#skin.host.isConnected) this.#bringBack();
    });
  }

  /** Puts everything into another root, in one step: a video that is in a document when the step is over plays on. */
  #move(root: ShadowRoot): void {
    const { host, media, takePlace } = this.#skin;
    root.append(...host.renderRoot.childNodes);
    Object.assign(host, { renderRoot: root });
    renewStyles(host);
    if (host.isConnected) takePlace();
    media.dispatchEvent(new Event('windowchange'));
    host.requestUpdate();
  }

  #bringBack(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    const { host } = this.#skin;
    // Not from something else in the page, where the viewer may be writing.
    const isFree = document.activeElement === document.body;
    const isDue = hasFocus(host) || (isFree && (this.#hadFocus || hasFocus(this.#frame)));
    host.removeController(this);
    this.#placeholder.remove();
    if (host.shadowRoot) this.#move(host.shadowRoot);
    if (isDue) focusButton(host.renderRoot);
    this.#view.close();
  }

  #inherit(): void {
    const style = getComputedStyle(this.#skin.host);
    for (const name of INHERITED) this.#frame.style.setProperty(name, style.getPropertyValue(name));
  }

  #describe(): void {
    const { host, locale } = this.#skin;
    const { document: outside } = this.#view;
    for (const name of STATES) this.#frame.classList.toggle(name, host.matches(`:state(${name})`));
    outside.documentElement.lang = locale;
    outside.documentElement.dir = getComputedStyle(host).direction;
    const title = host.heading ?? this.#skin.engine.store.state.source?.title;
    outside.title = title ?? document.title;
    this.#frame.ariaLabel = this.#skin.words.player;
    if (title) this.#frame.ariaLabel = this.#skin.words.playerTitle.replace('{title}', () => title);
  }

  /** The window is all player: a key means the same where nothing has the focus. */
  #onKey(event: KeyboardEvent): void {
    if (event.target === this.#frame) return;
    if (!this.#frame.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
  }
}

/** True where the focus is in an element's shadow root. */
function hasFocus({ shadowRoot }: Element): boolean {
  return Boolean(shadowRoot?.activeElement);
}

/** The focus goes to the button that leads back; where there is no room for that, to the first one. */
function focusButton(root: ParentNode): void {
  const buttons = [...root.querySelectorAll<HTMLElement>('.picture-in-picture, .play, .pause')];
  const [button] = buttons.filter((one) => one.checkVisibility()).reverse();
  button?.focus({ preventScroll: true });
}

/** As large as the player, in the shape of its picture. */
function sizeOf({ host, media }: SkinContext): { width: number; height: number } {
  const { videoWidth, videoHeight } = media;
  const [width, height] = videoWidth && videoHeight ? [videoWidth, videoHeight] : [16, 9];
  const scale = Math.min(host.clientWidth, MAX_SIDE_PX) / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The placeholder in the page while the player is in its own window. */
function placeholder(poster: string, words: PlayerWords, bringBack: () => void): TemplateResult {
  return html`<div class="placeholder" part="placeholder">
    ${poster ? html`<img src=${poster} alt="" />` : nothing}
    <p role="status">${words.inPictureInPicture}</p>
    <button class="action" @click=${bringBack}>${words.bringBack}</button>
  </div>`;
}

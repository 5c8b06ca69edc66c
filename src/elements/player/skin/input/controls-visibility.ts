import type { ReactiveController } from 'lit';
import { skinRoot } from '../context/skin-root.ts';
import type { SkinHost } from '../context/skin-context.ts';

/** A viewer who does nothing for so long wants to see the video and nothing else. */
const IDLE_TIMEOUT_MS = 2_500;
/** A tap's click comes so late at most: a page that a double tap zooms waits for the second tap first. */
const CLICK_TIMEOUT_MS = 500;

/** Whether the controls are shown, and why. */
export type ControlsStatus =
  /** Not shown, and no pointer reaches them. The keyboard does, and shows them by it. */
  | 'hidden'
  /** Shown by a tap that is not over yet: its click belongs to none of them. */
  | 'revealing'
  /** Shown until the viewer has done nothing for a while. */
  | 'active'
  /** Shown for as long as the video is paused, has no picture, a menu is open or the keyboard's focus is on them. */
  | 'pinned';

/** The kind of pointer: a pen counts as a mouse. A finger on hidden controls only shows them. */
export type Press = 'mouse' | 'touch' | 'revealing-touch';

/** Controls of the page's own that are open, in the player's slots. */
const OPEN_MENU = ':is(:state(open), :popover-open, dialog[open], details[open], [aria-expanded="true"])';

/** Decides when the controls are shown: after a pointer that moves, a tap, a key or the focus. */
export class ControlsVisibility implements ReactiveController {
  readonly #host: SkinHost;
  readonly #staysOpen: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #connection: AbortController | undefined;
  #activity: 'idle' | 'revealing' | 'recent' = 'recent';
  /** The pointer's last action: a pen that cannot hover "leaves" whenever it is lifted. */
  #lastPointerEvent = '';
  #press: Press = 'mouse';

  constructor(host: SkinHost, staysOpen = () => false) {
    this.#host = host;
    this.#staysOpen = staysOpen;
    host.addController(this);
  }

  get status(): ControlsStatus {
    if (this.#activity === 'revealing') return 'revealing';
    if (this.#host.media.paused || this.#staysOpen() || this.#hasKeyboardFocus || this.#hasOpenMenu)
      return 'pinned';
    return this.#activity === 'recent' ? 'active' : 'hidden';
  }

  /** The press that the present click, or double click, belongs to. */
  get press(): Press {
    return this.#press;
  }

  /** True while a menu is open that a press elsewhere closes, of the player or of what the page has put into it. */
  get closesMenu(): boolean {
    const frame = skinRoot(this.#host);
    const open = ':popover-open:not([popover=manual])';
    return (frame.shadowRoot?.querySelector(open) ?? frame.querySelector(`${open}, :state(open)`)) !== null;
  }

  /** Also called when the player shows in another window, or in the page again. */
  hostConnected(): void {
    const frame = skinRoot(this.#host);
    this.#connection?.abort();
    this.#connection = new AbortController();
    const options = { passive: true, signal: this.#connection.signal };
    for (const type of [
      'pointermove',
      'pointerdown',
      'pointerup',
      'pointercancel',
      'pointerleave',
    ] as const) {
      frame.addEventListener(type, (event) => this.#followPointer(event), options);
    }
    for (const type of ['keydown', 'focusin']) {
      frame.addEventListener(type, () => this.#show(), options);
    }
    frame.addEventListener('click', () => this.#endPress(), options);
    this.#show();
  }

  hostDisconnected(): void {
    this.#connection?.abort();
    clearTimeout(this.#timer);
  }

  #followPointer(event: PointerEvent): void {
    const { type, pointerType, buttons } = event;
    const before = this.#lastPointerEvent;
    this.#lastPointerEvent = type;
    const isTouch = pointerType === 'touch';
    if (type === 'pointerleave') {
      if (pointerType === 'mouse' || (!isTouch && before === 'pointermove')) this.#hide();
      return;
    }
    const isHidden = this.status === 'hidden';
    if (type === 'pointerdown') {
      this.#press = isTouch ? (isHidden ? 'revealing-touch' : 'touch') : 'mouse';
      // A press is for what the viewer saw when it began: only its end may put controls under the pointer.
      if (isHidden) return;
    }
    if (type === 'pointerup' && this.#press === 'revealing-touch') return this.#reveal();
    // A finger that scrolls the page over the video asks for nothing.
    if (isTouch && isHidden) return;
    this.#show(buttons === 0);
  }

  #endPress(): void {
    if (this.#activity === 'revealing') this.#show();
    // The next click may come without a finger: from a screen reader.
    if (this.#press === 'revealing-touch') this.#press = 'touch';
  }

  #reveal(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(), CLICK_TIMEOUT_MS);
    this.#setActivity('revealing');
  }

  /** Shows the controls; for a while only, unless something is being held. */
  #show(forAWhile = true): void {
    clearTimeout(this.#timer);
    if (forAWhile) this.#timer = setTimeout(() => this.#hide(), IDLE_TIMEOUT_MS);
    this.#setActivity('recent');
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#setActivity('idle');
  }

  #setActivity(activity: 'idle' | 'revealing' | 'recent'): void {
    if (this.#activity === activity) return;
    this.#activity = activity;
    this.#host.requestUpdate();
  }

  /** The player's own, or one that the page has put into its slots. */
  get #hasOpenMenu(): boolean {
    const frame = skinRoot(this.#host);
    return (frame.shadowRoot?.querySelector(':popover-open') ?? frame.querySelector(OPEN_MENU)) !== null;
  }

  get #hasKeyboardFocus(): boolean {
    const frame = skinRoot(this.#host);
    return frame.matches(':focus-within') && (focusedElement(frame)?.matches(':focus-visible') ?? false);
  }
}

/** The element that has the focus, in the player's own tree or, of a control in a slot, in the page's. */
function focusedElement(frame: HTMLElement): Element | null {
  const root = frame.getRootNode() as Document | ShadowRoot;
  let focused = frame.shadowRoot?.activeElement ?? root.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

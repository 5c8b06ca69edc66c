import type { ReactiveController } from 'lit';
import { skinRoot } from '../context/skin-root.ts';
import type { PlayerApi } from '../../api/player-api.ts';

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
  /** Shown for as long as the video is paused, has no picture, a menu is open or the keyboard's focus is on them. A tap hides those of a paused video, too. */
  | 'pinned';

/** The kind of pointer: a pen counts as a mouse. A finger on hidden controls only shows them. */
export type Press = 'mouse' | 'touch' | 'revealing-touch';

/** Controls of the page's own that are open, in the player's slots. */
const OPEN_MENU = ':is(:state(open), :popover-open, dialog[open], details[open], [aria-expanded="true"])';

/** Decides when the controls are shown: after a pointer that moves, a tap, a key or the focus. */
export class ControlsVisibility implements ReactiveController {
  readonly #host: PlayerApi;
  readonly #staysOpen: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #connection: AbortController | undefined;
  #activity: 'idle' | 'dismissed' | 'revealing' | 'recent' = 'recent';
  /** Where a mouse or a pen is over the player, in its window. */
  #pointer: { readonly x: number; readonly y: number } | undefined;
  /** The pointer's last action: a pen that cannot hover "leaves" whenever it is lifted. */
  #lastPointerEvent = '';
  #press: Press = 'mouse';
  /** Whether the video was paused when a tap hid the controls. */
  #wasPaused = false;

  constructor(host: PlayerApi, staysOpen = () => false) {
    this.#host = host;
    this.#staysOpen = staysOpen;
    host.addController(this);
  }

  get status(): ControlsStatus {
    if (this.#activity === 'revealing') return 'revealing';
    if (this.#staysOpen() || this.#hasKeyboardFocus || this.#hasOpenMenu) return 'pinned';
    if (this.#activity === 'dismissed') return 'hidden';
    if (this.#host.media.paused) return 'pinned';
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

  /** Hides the controls at a tap beside them; false where something keeps them. */
  dismiss(): boolean {
    this.#wasPaused = this.#host.media.paused;
    this.#hide('dismissed');
    return this.status === 'hidden';
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
    for (const type of ['play', 'pause'] as const)
      this.#host.media.addEventListener(type, () => this.#endDismissal(type), options);
    this.#pointer = undefined;
    this.#show();
  }

  hostDisconnected(): void {
    this.#connection?.abort();
    clearTimeout(this.#timer);
  }

  #followPointer(event: PointerEvent): void {
    const { type, pointerType, buttons, clientX: x, clientY: y } = event;
    const before = this.#lastPointerEvent;
    this.#lastPointerEvent = type;
    const isTouch = pointerType === 'touch';
    this.#pointer = isTouch || type === 'pointerleave' ? undefined : { x, y };
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

  /** The next pause shows them again. The event of the one before the tap that hid them may come later than that. */
  #endDismissal(type: 'play' | 'pause'): void {
    if (this.#activity === 'dismissed' && (type === 'play' || !this.#wasPaused)) this.#hide();
  }

  #reveal(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(), CLICK_TIMEOUT_MS);
    this.#setActivity('revealing');
  }

  /** Shows the controls; for a while only, unless something is being held. */
  #show(forAWhile = true): void {
    clearTimeout(this.#timer);
    if (forAWhile) this.#timer = setTimeout(() => this.#isAtControl || this.#hide(), IDLE_TIMEOUT_MS);
    this.#setActivity('recent');
  }

  #hide(how: 'idle' | 'dismissed' = 'idle'): void {
    clearTimeout(this.#timer);
    this.#setActivity(how);
  }

  #setActivity(activity: 'idle' | 'dismissed' | 'revealing' | 'recent'): void {
    if (this.#activity === activity) return;
    this.#activity = activity;
    this.#host.requestUpdate();
  }

  /** True while a pointer rests on a control, or beside one on their line: as long as it does, they stay. */
  get #isAtControl(): boolean {
    const root = skinRoot(this.#host).shadowRoot;
    if (!this.#pointer || !root) return false;
    const { x, y } = this.#pointer;
    const isIn = ({ left, right, top, bottom }: DOMRect) => x >= left && x < right && y >= top && y < bottom;
    const rail = root.querySelector('.at-seek-bar')?.getBoundingClientRect();
    return (
      (rail !== undefined && rail.height > 0 && y >= rail.top) ||
      [...root.querySelectorAll('.at')].some((one) => isIn(one.getBoundingClientRect()))
    );
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

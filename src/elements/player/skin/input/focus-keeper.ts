/** Keeps the focus in the player when the control that has it goes, with its view or for want of room. */
export class FocusKeeper {
  readonly #focus: () => void;
  #root: ShadowRoot | null = null;
  /** What has the focus, or lost it without the viewer's doing. */
  #last: Element | undefined;

  constructor(focus: () => void) {
    this.#focus = focus;
  }

  /** Follows the focus in what the player shows in, until the signal aborts. */
  follow(frame: HTMLElement, signal: AbortSignal): void {
    const root = (this.#root = frame.shadowRoot);
    const { ResizeObserver } = frame.ownerDocument.defaultView ?? globalThis;
    const observer = new ResizeObserver(() => this.keep());
    observer.observe(frame);
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
    this.#last = controlOf(root?.activeElement);
    root?.addEventListener('focusin', ({ target }) => (this.#last = controlOf(target)), { signal });
    root?.addEventListener(
      'focusout',
      () => {
        if (this.#last?.checkVisibility()) this.#last = undefined;
      },
      { signal },
    );
  }

  /** What has the focus now, and would lose it with its view. */
  get present(): Element | undefined {
    return controlOf(this.#root?.activeElement);
  }

  /** Gives the focus to another control if the one that had it is not there any more. */
  keep(last = this.#last): void {
    if (!last || last.checkVisibility()) return;
    this.#last = undefined;
    const active = this.#root?.activeElement;
    if (!active || active === last) this.#focus();
  }
}

/** What has the focus, unless that is a menu, which returns it itself. */
function controlOf(target: EventTarget | null | undefined): Element | undefined {
  const element = target as Element | null | undefined;
  return element?.closest('[popover]') ? undefined : (element ?? undefined);
}

/** Gives the focus of a view that went to the one that is there now; true once that is done. */
export function giveFocus(
  host: HTMLElement,
  facade: Element | undefined,
  skin: { focus: () => unknown } | undefined,
): boolean {
  const goal = facade?.isConnected
    ? facade.querySelector<HTMLElement>(':is(.start, .wait):not([hidden])')
    : skin;
  const { activeElement } = document;
  const { activeElement: own } = host.getRootNode() as Document | ShadowRoot;
  // The viewer may be writing elsewhere by now.
  if (!activeElement || activeElement === document.body || own === host) goal?.focus();
  return goal !== undefined;
}

/** True for what had the focus, of the facade or of the controls before it, and is not to be seen any more. */
export function hasLostFocus(focused: Element, facade: Element | undefined): boolean {
  if (facade?.contains(focused)) return !facade.isConnected || focused.matches('[hidden]');
  return !focused.isConnected && facade?.isConnected === true;
}

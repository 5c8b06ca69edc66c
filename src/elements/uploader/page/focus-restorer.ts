import type { LitElement, ReactiveController } from 'lit';

/**
 * Keeps the focus inside when the button that has it moves or goes away: it stays with the button, else it goes to the same
 * place in the list, else to the first button that is left.
 */
export class FocusRestorer implements ReactiveController {
  readonly #host: LitElement;
  #focused: HTMLElement | undefined;
  #row = -1;
  /** True while nothing could take the focus: the next that can shall have it. */
  #isLost = false;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    const focused = this.#host.shadowRoot?.activeElement;
    // Unless the visitor has moved the focus by now.
    if (this.#isLost && !focused && document.activeElement === document.body) return;
    this.#focused = focused instanceof HTMLElement ? focused : undefined;
    this.#row = this.#focused ? this.#rows.findIndex((row) => row.contains(this.#focused ?? null)) : -1;
  }

  hostUpdated(): void {
    const focused = this.#focused;
    if (!focused || (this.#host.shadowRoot?.activeElement === focused && isReachable(focused))) return;
    if (isReachable(focused)) return focused.focus();
    const rows = this.#rows;
    const near = rows.find((row) => row.contains(focused)) ?? rows[Math.min(this.#row, rows.length - 1)];
    const buttons = [...(near?.querySelectorAll('button') ?? []), ...this.#all];
    const next = buttons.find(isReachable);
    this.#isLost = !next;
    next?.focus();
  }

  get #rows(): HTMLElement[] {
    return [...(this.#host.shadowRoot?.querySelectorAll<HTMLElement>('.row') ?? [])];
  }

  get #all(): NodeListOf<HTMLButtonElement> | readonly [] {
    return this.#host.shadowRoot?.querySelectorAll('button') ?? [];
  }
}

function isReachable(element: HTMLElement): boolean {
  return element.isConnected && !element.closest('[inert]') && !element.matches(':disabled');
}

import type { LitElement, ReactiveController } from 'lit';

/** Keeps the focus inside when the button that has it goes away: it moves to the first one that is left. */
export class FocusKeeper implements ReactiveController {
  readonly #host: LitElement;
  #focused: Element | null | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement;
  }

  hostUpdated(): void {
    const focused = this.#focused;
    if (!focused || (focused.isConnected && !focused.closest('[inert]') && !focused.matches(':disabled')))
      return;
    this.#host.shadowRoot?.querySelector<HTMLElement>('.row button, .zone:not([inert]) button')?.focus();
  }
}

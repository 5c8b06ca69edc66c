import { html, type TemplateResult } from 'lit';

const SHOWN_MS = 1_200;

/**
 * A word or two over the picture, for a moment: what a key or a gesture has done. Screen readers hear it, and beside it what
 * is for them alone.
 */
export class Notice {
  readonly #update: () => void;
  #text = '';
  #announced = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(update: () => void) {
    this.#update = update;
  }

  /** Shows it for a moment; an empty one removes the shown one. */
  show(text: string): void {
    clearTimeout(this.#timer);
    this.#text = text;
    if (text) this.#timer = setTimeout(() => this.show(''), SHOWN_MS);
    this.#update();
  }

  /** Says something to screen readers at once, and shows nothing. */
  announce(text: string): void {
    this.#announced = text;
    this.#update();
  }

  /** Ends the timer. */
  release(): void {
    clearTimeout(this.#timer);
    this.#text = this.#announced = '';
  }

  render(): TemplateResult {
    return html`<div class="notice" role="status"><span>${this.#text}</span></div>
      <div class="hidden" aria-live="assertive">${this.#announced}</div>`;
  }
}

/** What a form sees of an uploader: the video's id, and whether it may be submitted. */
export class FormPart {
  readonly #internals: ElementInternals;
  #value = '';
  #state = '';

  constructor(internals: ElementInternals) {
    this.#internals = internals;
  }

  /** The video's id; empty until the bytes are stored. */
  get value(): string {
    return this.#value;
  }

  set value(value: string) {
    this.#value = value;
    this.#internals.setFormValue(value === '' ? null : value);
  }

  /** Sets what stands between the form and its submission; no message, no obstacle. */
  validate(
    flag: 'valueMissing' | 'customError',
    message: string | undefined,
    anchor: HTMLElement | undefined,
  ): void {
    this.#internals.setValidity(message ? { [flag]: true } : {}, message ?? '', anchor);
  }

  /** Sets the one `:state()` that a style sheet can match; a browser that does not know them goes without. */
  mark(state: string): void {
    if (state === this.#state) return;
    try {
      this.#internals.states.delete(this.#state);
      this.#internals.states.add(state);
      this.#state = state;
    } catch {
      // Early implementations take only names that begin with two dashes, or have no set at all.
    }
  }
}

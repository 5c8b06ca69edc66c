import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';

/** Uses the author's area of an uploader's rows, as a person would. */
export class UploaderAuthor {
  readonly #uploader: UploaderHarness;

  constructor(uploader: UploaderHarness) {
    this.#uploader = uploader;
  }

  /** All that it says. */
  get text(): string {
    return this.#uploader.find('[part="author"]')?.innerText.replace(/\s+/g, ' ').trim() ?? '';
  }

  /** What became of the author's words. */
  get status(): string {
    return this.#uploader.find('[part="details-status"]')?.textContent.trim() ?? '';
  }

  /** What stands in a field. */
  value(field: 'title' | 'description' | 'tags'): string {
    return this.#field(field).value;
  }

  /** True for a field whose words cannot be saved. */
  isFaulty(field: 'title' | 'description' | 'tags'): boolean {
    return this.#field(field).ariaInvalid === 'true';
  }

  /** True for a field that takes no words. */
  isFixed(field: 'title' | 'description' | 'tags'): boolean {
    return this.#field(field).disabled;
  }

  /** Types a text in the place of the one before. */
  type(field: 'title' | 'description' | 'tags', text: string): void {
    const control = this.#field(field);
    control.focus();
    control.value = text;
    control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }

  /** Leaves the field. */
  leave(field: 'title' | 'description' | 'tags'): void {
    this.#field(field).blur();
  }

  /** How many rows have their area open. */
  get openAreas(): number {
    return this.#uploader.element.shadowRoot?.querySelectorAll('[part="details-form"]').length ?? 0;
  }

  /** The row's button that opens its area. */
  button(name: string): HTMLButtonElement {
    const all =
      this.#uploader.element.shadowRoot?.querySelectorAll<HTMLButtonElement>('[part="author-button"]');
    const found = [...(all ?? [])].find(({ ariaLabel }) => ariaLabel?.endsWith(name));
    if (!found) throw new TypeError(`There is no area of ${name}.`);
    return found;
  }

  /** What became of the author's picture. */
  get posterStatus(): string {
    return this.#uploader.find('[part="poster-status"]')?.textContent.trim() ?? '';
  }

  /** The names of the film's pictures that are offered; a star marks the chosen one. */
  get offers(): string[] {
    return this.#offers.map(
      ({ ariaLabel, ariaPressed }) => `${ariaLabel ?? ''}${ariaPressed === 'true' ? '*' : ''}`,
    );
  }

  /** Chooses one of them. */
  pressOffer(place: number): void {
    this.#offers[place]?.click();
  }

  /** The size of the picture that is shown. */
  get preview(): string {
    const canvas = this.#uploader.find('[part="poster-preview"] canvas');
    return canvas instanceof HTMLCanvasElement ? `${String(canvas.width)} x ${String(canvas.height)}` : '';
  }

  /** The slider over the film. */
  get slider(): HTMLInputElement | undefined {
    return this.#uploader.find('[part="poster-slider"]') as HTMLInputElement | undefined;
  }

  /** Moves the slider to a moment. */
  scrub(seconds: number): void {
    const { slider } = this;
    if (!slider) throw new TypeError('There is no slider.');
    slider.value = String(seconds);
    slider.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }

  /** Chooses a file with a picture. */
  chooseImage(file: File): void {
    const input = this.#uploader.find('[part="poster-form"] input[type="file"]');
    if (!(input instanceof HTMLInputElement)) throw new TypeError('The uploader takes no picture.');
    const transfer = new DataTransfer();
    transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** What of the area reaches out of a box. */
  outside({ left, right }: DOMRect): string[] {
    const all = this.#uploader.element.shadowRoot?.querySelectorAll<HTMLElement>('[part="author"] *') ?? [];
    return [...all].flatMap((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 0 && (box.left < left || box.right > right) ? [one.part.value || one.className] : [];
    });
  }

  get #offers(): HTMLButtonElement[] {
    return [
      ...(this.#uploader.element.shadowRoot?.querySelectorAll<HTMLButtonElement>('[part="poster-offer"]') ??
        []),
    ];
  }

  #field(field: string): HTMLInputElement {
    const control = this.#uploader.find(`[part="details-${field}"]`);
    if (!control) throw new TypeError(`There is no field for the ${field}.`);
    return control as HTMLInputElement;
  }
}

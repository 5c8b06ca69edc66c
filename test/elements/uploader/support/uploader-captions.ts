import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';

/** Uses what an uploader offers for the captions of its first video. */
export class UploaderCaptions {
  readonly #uploader: UploaderHarness;

  constructor(uploader: UploaderHarness) {
    this.#uploader = uploader;
  }

  /** All that it says. */
  get text(): string {
    return this.#find('[part="captions"]')?.innerText.replace(/\s+/g, ' ').trim() ?? '';
  }

  /** Chooses a file. */
  choose(file: File): void {
    const input = this.#find('[part="captions"] input');
    if (!(input instanceof HTMLInputElement)) throw new TypeError('The uploader takes no captions.');
    const transfer = new DataTransfer();
    transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** The language that is chosen. */
  get language(): string | undefined {
    return this.#select?.value;
  }

  /** True while the choice of languages has the focus. */
  get isChoosingLanguage(): boolean {
    return this.#select !== null && this.#uploader.element.shadowRoot?.activeElement === this.#select;
  }

  get #select(): HTMLSelectElement | null {
    const select = this.#find('[part="captions-language"]');
    return select instanceof HTMLSelectElement ? select : null;
  }

  #find(selector: string): HTMLElement | null {
    return this.#uploader.element.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
  }
}

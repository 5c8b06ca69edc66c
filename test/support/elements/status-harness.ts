import type { VhUploadStatus } from '../../../src/define/vh-upload-status.ts';
import { until } from '../until.ts';

/** Looks at an upload status as a visitor does. */
export class StatusHarness {
  readonly element: VhUploadStatus;

  constructor(element: VhUploadStatus) {
    this.element = element;
  }

  get #root(): ShadowRoot | null {
    return this.element.shadowRoot;
  }

  /** What is to be read, without the announcements. */
  get text(): string {
    return this.#root?.querySelector('[part=status]')?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  }

  /** The last announcement. */
  get spoken(): string {
    return this.#root?.querySelector('[role=status]')?.textContent ?? '';
  }

  /** How far the progress bar says it is. */
  get bar(): string | null | undefined {
    return this.#root?.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
  }

  get link(): string | null | undefined {
    return this.#root?.querySelector('a')?.getAttribute('href');
  }

  /** True where nothing of it is wider than that. */
  isWithin(width: number): boolean {
    const all = [...(this.#root?.querySelectorAll('[part=status], [part=status] *') ?? [])];
    return all.every((one) => one.scrollWidth <= Math.max(width, one.clientWidth));
  }

  press(text: string): void {
    const all = [...(this.#root?.querySelectorAll<HTMLElement>('button, a') ?? [])];
    const found = all.find((one) => one.textContent.trim() === text);
    if (!found) throw new Error(`No control says ${text}: there is ${this.text}`);
    found.click();
  }

  until(condition: () => boolean): Promise<void> {
    return until(condition, () => ({ text: this.text, spoken: this.spoken }));
  }
}

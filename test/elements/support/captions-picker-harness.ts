import type { VhCaptionsPicker } from '../../../src/elements/captions-picker/vh-captions-picker.ts';
import { until } from '../../support/until.ts';

export { until };

/** Uses a `<vh-captions-picker>` as a person does, so that no test digs in its shadow root. */
export class CaptionsPickerHarness {
  readonly element: VhCaptionsPicker;

  constructor(element: VhCaptionsPicker) {
    this.element = element;
  }

  get button(): HTMLButtonElement {
    return this.#find('[part=button]') as HTMLButtonElement;
  }

  get menu(): HTMLElement {
    return this.#find('[part=menu]');
  }

  get items(): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>('[part=item]')];
  }

  /** The words on the button. */
  get label(): string {
    return this.#find('[part=label]').textContent.trim();
  }

  get labels(): string[] {
    return this.items.map((item) => item.textContent.trim());
  }

  get isOpen(): boolean {
    return this.menu.matches(':popover-open');
  }

  /** The words of the choice that is checked. */
  get checked(): string[] {
    return this.items.filter((item) => item.ariaChecked === 'true').map((item) => item.textContent.trim());
  }

  /** The last announcement to screen readers. */
  get status(): string {
    return this.#find('[role=status]').textContent.trim();
  }

  /** The words of whatever has the focus; of the button, "button". */
  get focused(): string {
    const active = this.#root.activeElement;
    return active === this.button ? 'button' : (active?.textContent.trim() ?? '');
  }

  /** Comes near with a pointer, so that the menu is there. */
  async approach(): Promise<void> {
    this.element.dispatchEvent(new PointerEvent('pointerenter'));
    await until(() => this.#root.querySelector('[part=list]') !== null);
    await this.element.updateComplete;
  }

  /** What leads on from the menu's first page: `second`, `style`; `auto` is a choice. */
  action(name: 'auto' | 'translated' | 'second' | 'style' | 'back'): HTMLElement {
    return this.#find(`[part~=${name}]`);
  }

  /** The field that finds a language; undefined where there is none. */
  get search(): HTMLInputElement | undefined {
    return this.#root.querySelector<HTMLInputElement>('[part=search]') ?? undefined;
  }

  /** The panel for the look of captions, while it is open. */
  get stylePanel(): HTMLElement | undefined {
    return this.#root.querySelector<HTMLElement>('[part=style-panel]:popover-open') ?? undefined;
  }

  async open(): Promise<void> {
    await until(() => !this.button.disabled);
    this.button.click();
    await until(() => this.isOpen && this.focused !== 'button' && this.focused !== '');
    await until(() => this.menu.getAnimations().every(({ playState }) => playState !== 'running'));
  }

  async pick(label: string): Promise<void> {
    if (!this.isOpen) await this.open();
    this.items.find((item) => item.textContent.trim() === label)?.click();
    await this.element.updateComplete;
  }

  get #root(): ShadowRoot {
    if (!this.element.shadowRoot) throw new Error('The picker has not been rendered.');
    return this.element.shadowRoot;
  }

  #find(selector: string): HTMLElement {
    const found = this.#root.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`The picker has no ${selector}.`);
    return found;
  }
}

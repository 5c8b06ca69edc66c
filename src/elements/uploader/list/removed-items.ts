import { html, type TemplateResult } from 'lit';
import { css } from '../../css.ts';
import type { UploaderWords } from '../../../locales/en/uploader.ts';
import { fillWith } from '../row/fill-with.ts';

/** Milliseconds in which a removal can be undone, counted while the button has neither focus nor pointer. */
const UNDO_TIMEOUT_MS = 10_000;

/** A file that a person has taken out, and what brings it back. */
export interface RemovedItem {
  readonly id: number;
  readonly name: string;
  readonly undo: () => void;
  /** Ends its upload for good. */
  readonly expire: () => void;
}

/** Keeps what a person has taken out for some seconds, and offers to bring it back. */
export class RemovedItems {
  readonly #onChange: () => void;
  #items: ReadonlyMap<number, RemovedItem> = new Map();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isHeld = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get isEmpty(): boolean {
    return this.#items.size === 0;
  }

  has(id: number): boolean {
    return this.#items.has(id);
  }

  add(item: RemovedItem): void {
    this.#items = new Map([...this.#items, [item.id, item]]);
    this.#restart();
    this.#onChange();
  }

  /** Ends all of it now. */
  expire(): void {
    clearTimeout(this.#timer);
    const items = this.#items;
    this.#items = new Map();
    this.#isHeld = false;
    for (const { expire } of items.values()) expire();
    if (items.size > 0) this.#onChange();
  }

  /** The offers, one line each; nothing while there are none. */
  render(words: UploaderWords): TemplateResult | undefined {
    if (this.isEmpty) return undefined;
    return this.#frame([...this.#items.values()].map((item) => this.#renderLine(item, words)));
  }

  /** The offer to bring one file back; nothing for one that was not taken out. */
  renderItem(id: number, words: UploaderWords): TemplateResult | undefined {
    const item = this.#items.get(id);
    return item && this.#frame(this.#renderLine(item, words));
  }

  #frame(lines: TemplateResult | readonly TemplateResult[]): TemplateResult {
    // A click here is none on the zone, which would open the dialog.
    return html`<div
      class="removed"
      part="removed"
      @click=${(event: Event) => event.stopPropagation()}
      @pointerenter=${this.#hold}
      @pointerleave=${this.#letGo}
      @focusin=${this.#hold}
      @focusout=${this.#letGo}
    >
      ${lines}
    </div>`;
  }

  #renderLine(item: RemovedItem, words: UploaderWords): TemplateResult {
    return html`<p>
      <span>${fillWith(words.removed, { name: item.name })}</span>
      <button
        class="button"
        part="undo-button"
        type="button"
        aria-label=${`${words.undo}: ${item.name}`}
        @click=${() => this.#undo(item)}
      >
        ${words.undo}
      </button>
    </p>`;
  }

  #undo(item: RemovedItem): void {
    this.#items = new Map([...this.#items].filter(([id]) => id !== item.id));
    // The button has gone, and the pointer's leaving with it.
    this.#isHeld = false;
    this.#restart();
    item.undo();
    this.#onChange();
  }

  readonly #hold = (): void => {
    this.#isHeld = true;
    clearTimeout(this.#timer);
  };

  /** From the beginning: a slow reader loses nothing by having looked once. */
  readonly #letGo = (): void => {
    this.#isHeld = false;
    this.#restart();
  };

  #restart(): void {
    clearTimeout(this.#timer);
    if (this.isEmpty || this.#isHeld) return;
    // The visitor does not see a hidden page.
    const end = () => (document.hidden ? this.#restart() : this.expire());
    this.#timer = setTimeout(end, UNDO_TIMEOUT_MS);
  }
}

/** The look of what can be brought back. */
export const removedStyles = css`
  .removed {
    display: grid;
    gap: 8px;
    inline-size: 100%;
    cursor: default;
  }

  .removed p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 12px;
    padding: 4px 4px 4px 16px;
    border-radius: var(--_radius-control);
    background: var(--_surface-sunken);
    font-size: 0.8125rem;
    overflow-wrap: anywhere;
    text-align: start;
  }

  .removed span {
    flex: 1 1 6rem;
  }

  .list .removed {
    box-sizing: border-box;
    padding: 8px 16px;
  }
`;

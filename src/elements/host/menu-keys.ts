import { plainText } from '../words/plain-text.ts';

/** Milliseconds without a key after which a typed word is a new one. */
const WORD_PAUSE_MS = 700;

/**
 * Moves the focus in a menu by arrow keys, Home, End and typed letters. A `data-name` is another name of an item, such
 * as that of a language in the page's own.
 */
export class MenuKeys {
  #typed = '';
  #typedAt = 0;

  /** Takes a key; true when it was one of its own. */
  move(event: KeyboardEvent, items: readonly HTMLElement[]): boolean {
    // Not by `:focus`: in Firefox it matches in the window in front alone.
    const path = event.composedPath();
    const at = items.findIndex((item) => path.includes(item));
    const to = this.#target(event, items, at);
    if (to === undefined) return false;
    items[to]?.focus();
    return true;
  }

  #target(event: KeyboardEvent, items: readonly HTMLElement[], at: number): number | undefined {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (key === 'ArrowDown') return (at + 1) % items.length;
    if (key === 'ArrowUp') return (Math.max(at, 0) + items.length - 1) % items.length;
    if (key === 'Home') return 0;
    if (key === 'End') return items.length - 1;
    // A space ends the choice, unless it is a part of a name that is being typed.
    const isLate = event.timeStamp - this.#typedAt > WORD_PAUSE_MS;
    if (!/^.$/u.test(key) || (key === ' ' && (isLate || this.#typed === ''))) return undefined;
    this.#typed = (isLate ? '' : this.#typed) + plainText(key);
    this.#typedAt = event.timeStamp;
    return this.#byName(items, at);
  }

  #byName(items: readonly HTMLElement[], at: number): number {
    // The same letter again moves to the next name that begins with it.
    const [first = ''] = this.#typed;
    const isRepeated = this.#typed === first.repeat(this.#typed.length);
    const prefix = isRepeated ? first : this.#typed;
    const start = isRepeated ? at + 1 : at;
    const hits = [...items.keys()].filter((index) =>
      namesOf(items[index]).some((name) => name.startsWith(prefix)),
    );
    return hits.find((index) => index >= start) ?? hits[0] ?? at;
  }
}

function namesOf(item: HTMLElement | undefined): string[] {
  return [item?.textContent ?? '', item?.dataset['name'] ?? ''].map((name) => plainText(name.trim()));
}

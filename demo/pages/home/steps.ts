/** The steps that an upload takes on the page, in their order. */
export type StepName = 'grant' | 'upload' | 'processing' | 'playable';

/** The list of steps: each is pending, running, done or failed, with that word for screen readers. */
export class Steps {
  readonly #items = new Map<string, HTMLElement>();
  readonly #notes = new Map<string, string>();

  constructor(list: Element | null) {
    for (const item of list?.querySelectorAll<HTMLElement>('[data-step]') ?? []) {
      const name = item.dataset['step'] ?? '';
      this.#items.set(name, item);
      this.#notes.set(name, noteOf(item)?.textContent ?? '');
    }
  }

  /** Everything is ahead again. */
  reset(): void {
    for (const [name, item] of this.#items) {
      delete item.dataset['state'];
      item.removeAttribute('aria-current');
      setNote(item, this.#notes.get(name));
    }
  }

  /** The running step. */
  now(name: StepName): void {
    const item = this.#items.get(name);
    if (!item) return;
    item.dataset['state'] = 'now';
    item.setAttribute('aria-current', 'step');
  }

  /** This one is done, with a word about it. */
  done(name: StepName, note?: string): void {
    const item = this.#items.get(name);
    if (!item) return;
    item.dataset['state'] = 'done';
    item.removeAttribute('aria-current');
    if (note !== undefined) setNote(item, note);
  }

  /** Marks the running step as failed. */
  failed(why: string): void {
    for (const item of this.#items.values()) {
      if (item.dataset['state'] !== 'now') continue;
      item.dataset['state'] = 'failed';
      setNote(item, why);
    }
  }
}

function noteOf(item: HTMLElement): Element | null {
  return item.querySelector('[data-note]');
}

function setNote(item: HTMLElement, text: string | undefined): void {
  const note = noteOf(item);
  if (note && text !== undefined && note.textContent !== text) note.textContent = text;
}

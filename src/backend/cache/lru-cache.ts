/** The limits of an `LruCache`. */
export interface CacheLimits {
  entries: number;
  /** Bytes, roughly. */
  weight: number;
}

/** A map with limits: it drops the least recently used entries. */
export class LruCache<Item extends { weight: number }> {
  readonly #items = new Map<string, Item>();
  readonly #limits: CacheLimits;
  #weight = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  get(key: string): Item | undefined {
    const item = this.#items.get(key);
    if (!item) return undefined;
    this.#items.delete(key);
    this.#items.set(key, item);
    return item;
  }

  set(key: string, item: Item): void {
    this.#items.set(key, item);
    this.#weight += item.weight;
    for (const oldest of this.#items.keys()) {
      if (this.#items.size <= this.#limits.entries && this.#weight <= this.#limits.weight) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const item = this.#items.get(key);
    if (!item) return;
    this.#weight -= item.weight;
    this.#items.delete(key);
  }
}

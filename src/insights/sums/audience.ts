/**
 * Counts people: viewings that name the same viewer are one, each other viewing is one of its own. Of a name only a number
 * of 53 bits is kept, so that a million of them fit into memory.
 */
export class Audience {
  readonly #known = new Set<number>();
  #nameless = 0;

  get size(): number {
    return this.#known.size + this.#nameless;
  }

  add(viewer: string | undefined): void {
    if (viewer === undefined) this.#nameless += 1;
    else this.#known.add(nameNumber(viewer));
  }

  merge(other: Audience): void {
    for (const one of other.#known) this.#known.add(one);
    this.#nameless += other.#nameless;
  }
}

/** A number of 53 bits for a name: two names with the same one are rarer than one in a million among millions. */
export function nameNumber(name: string): number {
  let [high, low] = [0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low + code, 0x27d4eb2d) ^ (low >>> 13);
  }
  high ^= high >>> 15;
  high = Math.imul(high, 0x2c1b3c6d) ^ (low >>> 16);
  low = Math.imul(low ^ (low >>> 15), 0x297a2d39) ^ (high >>> 12);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

/**
 * The order in which the entries of a playlist play: as they stand, or shuffled. Shuffled, no entry comes again before all
 * have played, and the way back leads through the played ones.
 */
export class PlayOrder {
  readonly #random: () => number;
  /** All entries, as they stand in the list. */
  #ids: readonly string[] = [];
  /** The entries played before the present one, oldest first, each once. */
  #past: string[] = [];
  #present: string | undefined;
  /** Shuffled: the entries still to come. */
  #future: string[] = [];
  #isShuffled = false;

  /** `random` gives numbers from 0 to 1, as `Math.random()` does. */
  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Whether it is shuffled. */
  get isShuffled(): boolean {
    return this.#isShuffled;
  }

  /** Shuffles the entries that have not played, or lets the rest play as it stands. */
  shuffle(isShuffled: boolean): void {
    if (isShuffled === this.#isShuffled) return;
    this.#isShuffled = isShuffled;
    this.#future = [];
    if (!isShuffled) return;
    const rest = this.#ids.filter((id) => id !== this.#present && !this.#past.includes(id));
    if (rest.length === 0) this.#startOver();
    else this.#mix(rest);
  }

  /** Takes another list: entries that stay keep their turn, new ones come among the entries still to come. */
  replace(ids: readonly string[]): void {
    const [before, now] = [new Set(this.#ids), new Set(ids)];
    this.#ids = ids;
    this.#past = this.#past.filter((id) => now.has(id));
    this.#future = this.#future.filter((id) => now.has(id));
    if (this.#present !== undefined && !now.has(this.#present)) this.#present = undefined;
    if (this.#isShuffled) this.#mix(ids.filter((id) => !before.has(id)));
  }

  /** Notes that an entry plays now, and which ones before it were passed over: they have had their turn. */
  moveTo(id: string, passed: readonly string[] = []): void {
    const before = this.#present;
    if (id === before) return;
    const isBack = id === this.#past.at(-1);
    const wasOver = this.#isShuffled && before !== undefined && this.#future.length === 0;
    const isLeft = (one: string) => one !== id && !passed.includes(one);
    this.#past = this.#past.filter(isLeft);
    this.#future = this.#future.filter(isLeft);
    this.#present = id;
    if (before !== undefined) {
      if (!isBack) this.#past.push(before, ...passed);
      else if (this.#isShuffled) this.#future.unshift(before);
    }
    // All have played, and the viewer chooses one again.
    if (wasOver && !isBack) this.#startOver();
  }

  /** The entries that come after the present one, or before it, the nearest first. */
  from(by: 1 | -1): readonly string[] {
    if (this.#isShuffled) return by > 0 ? this.#future : [...this.#past].reverse();
    const at = this.#present === undefined ? -1 : this.#ids.indexOf(this.#present);
    return by > 0 ? this.#ids.slice(at + 1) : this.#ids.slice(0, Math.max(0, at)).reverse();
  }

  #startOver(): void {
    this.#past = [];
    this.#future = [];
    this.#mix(this.#ids.filter((id) => id !== this.#present));
  }

  /** Puts each at a random place among the entries still to come. */
  #mix(ids: readonly string[]): void {
    for (const id of ids) {
      if (id === this.#present) continue;
      this.#future.splice(Math.floor(this.#random() * (this.#future.length + 1)), 0, id);
    }
  }
}

import { parseJson, readList, readNumber, readText } from '../../core/wire/read-json.ts';

const KEY = 'vh-positions';
/** The videos watched last: a longer list would reveal more about a viewer than needed. */
const MAX_POSITIONS = 50;

/** Keeps where a viewer stopped in a video, by its id. Where storage is denied, nothing is kept. */
export class PositionMemory {
  readonly #storage: () => Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage) {
    this.#storage = storage;
  }

  /** Seconds; undefined of a video that was not begun, or was watched to its end. */
  read(id: string): number | undefined {
    return this.#all().find(([known]) => known === id)?.[1];
  }

  /** Keeps a position, or with `undefined` forgets it. */
  write(id: string, seconds: number | undefined): void {
    const all = this.#all();
    const others = all.filter(([known]) => known !== id);
    if (seconds === undefined && others.length === all.length) return;
    const own: [string, number][] = seconds === undefined ? [] : [[id, Math.floor(seconds)]];
    try {
      this.#storage().setItem(KEY, JSON.stringify([...own, ...others].slice(0, MAX_POSITIONS)));
    } catch {
      // Full or forbidden: the next visit begins at the start.
    }
  }

  /** The last one first; whatever is not usable is left out. */
  #all(): [string, number][] {
    try {
      return readList(parseJson(this.#storage().getItem(KEY) ?? '')).flatMap((entry) => {
        const [id, seconds] = readList(entry);
        const [known, position] = [readText(id), readNumber(seconds)];
        return known && position !== undefined && position > 0 ? [[known, position] as [string, number]] : [];
      });
    } catch {
      return [];
    }
  }
}

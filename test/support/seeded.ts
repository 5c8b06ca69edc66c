import { seededRandom } from '../session/seeded-random.ts';

/** A row of throws that look random and come again with the same seed. */
export interface Dice {
  readonly seed: number;
  /** A whole number from 0 up to `bound`. */
  below: (bound: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
}

/** Dice with the seed in `SEED`, or a fresh one. */
export function rollDice(seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))): Dice {
  const next = seededRandom(seed);
  const below = (bound: number) => Math.floor(next() * bound);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  };
  return { seed, below, pick };
}

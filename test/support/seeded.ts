import { randomInt } from 'node:crypto';
import path from 'node:path';
import { seededRandom } from './seeded-random.ts';

/** A row of throws that look random and come again with the same seed. */
export interface Dice {
  readonly seed: number;
  /** A whole number from 0 up to `bound`. */
  below: (bound: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
}

/** CI repeats these throws, so that a change is judged by what it changed. Runs by hand search with fresh ones. */
const CI_SEED = 20_261_122;

/**
 * The seed in `SEED`, or that of CI, or a fresh one. Printed at once: a test that hangs or dies cannot say it
 * afterwards.
 */
export function announceSeed(): number {
  const { SEED, CI } = process.env;
  const seed = Number(SEED ?? (CI ? CI_SEED : randomInt(2 ** 31)));
  const file = path.basename(process.argv[1] ?? '').replace(/\.js$/, '');
  process.stdout.write(`SEED=${seed} npm test -- ${file} repeats this run of ${file}\n`);
  return seed;
}

/** Dice with the announced seed. */
export function rollDice(seed = announceSeed()): Dice {
  const next = seededRandom(seed);
  const below = (bound: number) => Math.floor(next() * bound);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  };
  return { seed, below, pick };
}

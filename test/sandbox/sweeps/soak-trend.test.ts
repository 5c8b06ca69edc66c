import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../../support/seeded-random.ts';
import { grown, soakTable, type SoakPoint } from './support/soak/soak-table.ts';

const ROUNDS = 200;
/** Rounds in a real hour. */
const IN_AN_HOUR = 500;
const SETTLED_HOURS = 50;

/** The points of a soak whose heap is so much after so many real hours, besides some noise. */
function soakOf(heap: (hours: number, life: number) => number, lives = 1): SoakPoint[] {
  const random = seededRandom(28);
  return Array.from({ length: ROUNDS * lives }, (_, index) => {
    const [life, realHours] = [Math.floor(index / ROUNDS), index / IN_AN_HOUR];
    const noise = 1 + (random() - 0.5) / 100;
    return {
      ...{ life, round: index % ROUNDS, clockHours: index, realHours },
      figures: { 'heap': heap(realHours, life) * noise, 'rows of things': 7 },
    };
  });
}
const namesOf = (points: SoakPoint[]) => grown(soakTable(points, SETTLED_HOURS)).map(({ name }) => name);

describe('the table of a soak', () => {
  it('shows an amount that grows by a twentieth in an hour, below noise of a hundredth', () => {
    const points = soakOf((hours) => 1e6 * (1 + 0.05 * hours));
    const heap = soakTable(points, SETTLED_HOURS).find(({ name }) => name === 'heap');
    assert.ok(heap && heap.real.least > 0.03 && heap.real.most < 0.07, JSON.stringify(heap));
    assert.ok(Math.abs(heap.clock.slope * IN_AN_HOUR - heap.real.slope) < 1e-9);
    assert.deepEqual(namesOf(points), ['heap']);
  });

  it('finds no growth in noise alone, in what shrinks, or while caches fill', () => {
    assert.deepEqual(namesOf(soakOf(() => 1e6)), []);
    assert.deepEqual(namesOf(soakOf((hours) => 1e6 * (1 - 0.05 * hours))), []);
    assert.deepEqual(namesOf(soakOf((hours) => 1e6 * Math.min(1, hours * 20))), []);
  });

  it('compares the memory of each process with its own alone', () => {
    assert.deepEqual(namesOf(soakOf((_, life) => 1e6 * (1 + life), 3)), []);
  });

  it('shows rows that grow, also over several processes', () => {
    const points = soakOf(() => 1e6, 2).map((point, index) => ({
      ...point,
      figures: { 'rows of things': 100 + Math.floor(index / 10) },
    }));
    assert.deepEqual(namesOf(points), ['rows of things']);
  });
});

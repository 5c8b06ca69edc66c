import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PartPlan, type PartSizeRules, type Part } from '../../../src/upload/plan/part-plan.ts';
import { rollDice } from '../../support/seeded.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const RULES: PartSizeRules = {
  minBytes: 5 * MIB,
  maxBytes: 200 * MIB,
  usualBytes: 16 * MIB,
  maxParts: 10_000,
};

/** Cuts a file to its end, and stores every part. */
function cutAll(plan: PartPlan, wanted: number): Part[] {
  for (let part = plan.next(wanted); part; part = plan.next(wanted)) plan.markStored(part);
  return [...plan.parts];
}

function describeParts(plan: PartPlan): string {
  return plan.parts.map(({ from, to, state }) => `${String((to - from) / MIB)} ${state}`).join(', ');
}

describe('PartPlan', () => {
  const dice = rollDice();

  it('cuts a small file at once, so that every part says how many there are', () => {
    const plan = new PartPlan(12 * MIB, RULES);
    assert.equal(plan.count, 3);
    assert.deepEqual(
      cutAll(plan, 16 * MIB).map(({ from, to }) => [from / MIB, to / MIB]),
      [
        [0, 5],
        [5, 10],
        [10, 12],
      ],
    );
  });

  it('cuts a large file as it goes, and says how many parts there are with the last', () => {
    const plan = new PartPlan(GIB, RULES);
    assert.equal(plan.next(0)?.to, 5 * MIB);
    assert.equal(plan.count, undefined);
    assert.equal(plan.next(9 * MIB)?.to, 14 * MIB);
    assert.equal(plan.next(GIB)?.to, 30 * MIB, 'never more than is useful');
    const parts = cutAll(plan, 16 * MIB);
    assert.equal(plan.count, parts.length);
    assert.equal(parts.at(-1)?.to, GIB);
  });

  for (const size of [1, 5 * MIB, 5 * MIB + 1, 81 * MIB, 4 * GIB + 1, 30 * GIB, 2 ** 52]) {
    for (const wanted of [0, 7 * MIB + 3, 500 * MIB]) {
      it(`covers ${String(size)} bytes without gap or overlap, as the wire wants them (${String(wanted)})`, () => {
        const plan = new PartPlan(size, RULES);
        const parts = cutAll(plan, wanted);
        let end = 0;
        for (const { from, to, index } of parts) {
          assert.equal(from, end);
          assert.ok(index === parts.length - 1 || to - from >= 5 * MIB);
          end = to;
        }
        assert.equal(end, size);
        assert.ok(parts.length <= 10_000);
        assert.ok(plan.isDone);
      });
    }
  }

  it('shares the rest among the connections', () => {
    const plan = new PartPlan(100 * MIB, RULES);
    cutAll(plan, 0).length = 0;
    const other = new PartPlan(96 * MIB, RULES);
    assert.equal(other.next(16 * MIB, 12)?.to, 8 * MIB);
  });

  it('cuts the last rounds so that all connections end together', () => {
    for (const size of [40, 61, 128]) {
      for (const connections of [1, 4, 6]) {
        const plan = new PartPlan(size * MIB, { ...RULES, usualBytes: 8 * MIB });
        const parts: Part[] = [];
        // Equal connections: all of a round are stored before the next one begins.
        for (let first; (first = plan.next(8 * MIB, connections));) {
          const round = [first];
          while (round.length < connections) {
            const part = plan.next(8 * MIB, connections);
            if (!part) break;
            round.push(part);
          }
          for (const part of round) plan.markStored(part);
          parts.push(...round);
        }
        const last = parts.slice(-connections).map(({ from, to }) => (to - from) / MIB);
        assert.ok(Math.max(...last) - Math.min(...last) < 0.01, `${String(size)}: ${last.join(', ')}`);
        assert.equal(
          parts.length % connections,
          0,
          `${String(parts.length)} parts on ${String(connections)}`,
        );
      }
    }
  });

  it('cuts parts ahead and sends them unchanged, but cuts no growing file ahead', () => {
    const plan = new PartPlan(GIB, RULES);
    plan.cutAhead(3, 9 * MIB);
    assert.equal(describeParts(plan), '9 waiting, 9 waiting, 9 waiting');
    plan.cutAhead(3, 6 * MIB);
    assert.equal(plan.parts.length, 3);
    assert.equal(plan.next(6 * MIB), plan.parts[0]);
    const growing = new PartPlan(GIB, RULES, true);
    growing.cutAhead(3, 9 * MIB);
    assert.equal(growing.parts.length, 0);
  });

  it('gives back first what could not be sent, in its old bounds', () => {
    const plan = new PartPlan(GIB, RULES);
    const part = plan.next(9 * MIB);
    assert.ok(part);
    plan.putBack(part);
    assert.equal(plan.next(6 * MIB), part);
  });

  it('cuts a too large part smaller, as long as no later byte has arrived', () => {
    const plan = new PartPlan(GIB, RULES);
    const [one, two, three] = [plan.next(0), plan.next(16 * MIB), plan.next(16 * MIB)];
    assert.ok(one && two && three);
    plan.markStored(one);
    assert.ok(plan.markTooLarge(two));
    assert.equal(plan.next(16 * MIB), undefined, 'nothing new while that is open');
    plan.putBack(three);
    assert.ok(plan.replaceTooLarge());
    assert.deepEqual([plan.next(16 * MIB)?.from, plan.next(16 * MIB)?.from], [5 * MIB, 10 * MIB]);
  });

  it('cannot make room between two parts that have arrived', () => {
    const plan = new PartPlan(GIB, RULES);
    const [one, two] = [plan.next(16 * MIB), plan.next(16 * MIB)];
    assert.ok(one && two);
    plan.markTooLarge(one);
    plan.markStored(two);
    assert.equal(plan.replaceTooLarge(), false);
  });

  it('sends no smaller part after one that may be too large', () => {
    const plan = new PartPlan(100 * MIB, RULES);
    const first = plan.next(0);
    assert.ok(first);
    plan.markStored(first);
    const large = plan.next(12 * MIB);
    assert.ok(large);
    const next = plan.next(0);
    assert.equal(next && next.to - next.from, 12 * MIB);
    plan.markStored(large);
    assert.equal(plan.next(0)?.to, 34 * MIB);
  });

  it(`leaves nothing stored behind a part that is refused, whatever the limit (seed ${String(dice.seed)})`, () => {
    for (let run = 0; run < 500; run++) {
      const size = (90 + dice.below(400)) * MIB;
      const limit = (5 + dice.below(12)) * MIB;
      const rules = { ...RULES, usualBytes: (6 + dice.below(20)) * MIB };
      const grows = dice.below(3) === 0;
      const plan = new PartPlan(grows ? size / 2 : size, rules, grows);
      if (grows && dice.below(2) === 0) plan.grow(size, false);
      const open: Part[] = [];
      for (let step = 0; !plan.isDone; step++) {
        assert.ok(step < 10_000, 'it comes to an end');
        if (plan.size < size || step > 40) plan.grow(size, step < 20);
        if (plan.parts.some(({ state }) => state === 'refused') && open.length === 0) {
          assert.ok(plan.replaceTooLarge(), `run ${String(run)}: ${describeParts(plan)}`);
        }
        const connections = 1 + dice.below(6);
        if (dice.below(2) === 0) plan.cutAhead(dice.below(6), dice.below(30) * MIB, connections);
        for (
          let part;
          open.length < connections &&
          (part = plan.next(dice.below(30) * MIB, connections, 1 / dice.pick([1, 2, 8])));
        )
          open.push(part);
        // Parts under way end in any order; some of them are returned, as by a pause.
        const [part] = open.splice(dice.below(open.length), 1);
        if (!part) continue;
        if (dice.below(8) === 0) plan.putBack(part);
        else if (part.to - part.from <= limit) plan.markStored(part);
        else assert.ok(plan.markTooLarge(part));
      }
      assert.equal(plan.parts.at(-1)?.to, size);
    }
  });

  it('cannot make the smallest part smaller', () => {
    const plan = new PartPlan(12 * MIB, RULES);
    const part = plan.next(0);
    assert.ok(part && !plan.markTooLarge(part));
  });

  it('takes up what another visit cut, and doubts what that did not see stored', () => {
    const plan = new PartPlan(GIB, RULES);
    plan.restore([
      { from: 0, to: 5 * MIB, stored: true },
      { from: 5 * MIB, to: 20 * MIB, stored: false },
      { from: 21 * MIB, to: 22 * MIB, stored: true },
    ]);
    assert.equal(plan.progress, 5 * MIB);
    const part = plan.next(0);
    assert.deepEqual([part?.from, part?.to, part?.mayBeStored], [5 * MIB, 20 * MIB, true]);
    assert.equal(plan.next(0)?.from, 20 * MIB);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PartPlan } from '../../src/upload/part-plan.ts';

describe('PartPlan', () => {
  const MIB = 1024 * 1024;
  const GIB = 1024 * MIB;
  const cuts: [string, PartPlan, number, number][] = [
    ['the usual size', PartPlan.cut(100 * MIB), 16 * MIB, 7],
    ['what the grant allows', PartPlan.cut(100 * MIB, { max: 8 * MIB }), 8 * MIB, 13],
    ['what the grant wants', PartPlan.cut(100 * MIB, { min: 32 * MIB }), 32 * MIB, 4],
    ['never more than ten thousand', PartPlan.cut(300 * GIB), Math.ceil((300 * GIB) / 10_000), 10_000],
    ['one piece, however large', PartPlan.whole(5 * GIB), 5 * GIB, 1],
  ];
  for (const [what, plan, partSize, count] of cuts) {
    it(`cuts by ${what}`, () => {
      assert.equal(plan.partSize, partSize);
      assert.equal(plan.count, count);
      assert.equal(plan.at(count - 1).to, plan.size);
    });
  }

  it('shrinks to the smallest parts, and no further', () => {
    assert.equal(PartPlan.cut(100 * MIB).shrink()?.partSize, 5 * MIB);
    assert.equal(
      PartPlan.cut(100 * MIB)
        .shrink()
        ?.shrink(),
      undefined,
    );
    assert.equal(PartPlan.cut(3 * MIB).shrink(), undefined);
    assert.equal(PartPlan.whole(5 * GIB).shrink(), undefined);
  });
});

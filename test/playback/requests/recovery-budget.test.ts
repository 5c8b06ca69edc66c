import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecoveryBudget } from '../../../src/playback/requests/recovery-budget.ts';

describe('RecoveryBudget', () => {
  it('gives two tries within the window, and new ones after it', () => {
    let now = 0;
    const budget = new RecoveryBudget(2, 1_000, () => now);
    assert.deepEqual([budget.spend(), budget.spend(), budget.spend()], [true, true, false]);
    now = 999;
    assert.equal(budget.spend(), false);
    now = 1_000;
    assert.deepEqual([budget.spend(), budget.spend(), budget.spend()], [true, true, false]);
  });

  it('is untouched until one is used, and again once the window is over', () => {
    let now = 0;
    const budget = new RecoveryBudget(2, 1_000, () => now);
    assert.equal(budget.isUntouched, true);
    budget.spend();
    assert.equal(budget.isUntouched, false);
    now = 1_000;
    assert.equal(budget.isUntouched, true);
  });
});

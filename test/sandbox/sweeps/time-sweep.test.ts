import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInTrouble, SCHEDULERS, TROUBLES } from './support/schedulers.ts';

describe('a clock that is set by an hour between any two looks at it', () => {
  for (const scheduler of SCHEDULERS) {
    for (const trouble of TROUBLES) {
      it(`loses and delays nothing: ${scheduler.name}, ${JSON.stringify(trouble)}`, async () => {
        let looks = 1;
        for (let jumpAt = 0; jumpAt < looks; jumpAt++) {
          const outcome = await runInTrouble(scheduler, { ...trouble, jumpAt });
          assert.equal(outcome.fault, undefined, `set at look ${jumpAt}`);
          ({ looks } = outcome);
        }
      });
    }
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failStorage } from './support/io-sweep.ts';
import { SCENARIOS } from './support/scenarios/all.ts';

/** How many calls fail here, of each scenario; `npm run bench -- sandbox-io` takes every one. */
const STEPS = 6;

describe('a call of the storage that fails', () => {
  for (const scenario of SCENARIOS) {
    it(`gets an error, and loses no acknowledged byte: ${scenario.name}`, async () => {
      const quiet = await failStorage(scenario, { from: Infinity, count: 0 });
      assert.equal(quiet.fault, undefined);
      let failed = 0;
      for (let step = 0; step < STEPS; step++) {
        const from = Math.floor((step * quiet.calls) / STEPS);
        const count = step % 2 === 0 ? 1 : 5;
        const outcome = await failStorage(scenario, { from, count });
        assert.equal(outcome.fault, undefined, `${count} calls from ${from} of ${quiet.calls}`);
        failed += outcome.failed;
      }
      assert.ok(failed >= STEPS - 2, `${failed} faults in ${STEPS} steps`);
    });
  }
});

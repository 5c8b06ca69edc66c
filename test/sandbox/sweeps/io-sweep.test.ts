import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failStorage } from '../../support/sweeps/io-sweep.ts';
import { SCENARIOS } from '../../support/sweeps/scenarios/all.ts';

/** How many steps of each scenario are taken here; `npm run bench -- sandbox-io` takes every one. */
const STEPS: Readonly<Record<string, number>> = {
  'parts': 24,
  'tus': 24,
  'clone and delete': 24,
  'recording': 8,
  'packaging and webhooks': 8,
};

describe('a call of the storage that fails', () => {
  for (const scenario of SCENARIOS) {
    const steps = STEPS[scenario.name] ?? 8;
    it(`is told, and loses nothing that was acknowledged: ${scenario.name}`, async () => {
      const quiet = await failStorage(scenario, { from: Infinity, count: 0 });
      assert.equal(quiet.fault, undefined);
      let failed = 0;
      for (let step = 0; step < steps; step++) {
        const from = Math.floor((step * quiet.calls) / steps);
        const count = step % 2 === 0 ? 1 : 5;
        const outcome = await failStorage(scenario, { from, count });
        assert.equal(outcome.fault, undefined, `${count} calls from ${from} of ${quiet.calls}`);
        failed += outcome.failed;
      }
      assert.ok(failed >= steps - 2, `${failed} faults in ${steps} steps`);
    });
  }
});

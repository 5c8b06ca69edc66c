import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PowerCuts } from './support/power-cuts.ts';
import { SCENARIOS } from './support/scenarios/all.ts';

/** How many moments of each scenario are taken here; `npm run bench -- sandbox-power` takes every one. */
const MOST = 6;

describe('a power cut', () => {
  for (const scenario of SCENARIOS) {
    it(`takes nothing that was acknowledged: ${scenario.name}`, async () => {
      const cuts = await PowerCuts.of(scenario);
      try {
        const { length } = cuts.moments;
        const stride = Math.max(1, length / MOST);
        for (let at = 0; at < length; at += stride) {
          assert.equal(await cuts.cut(Math.floor(at)), undefined, `moment ${Math.floor(at)} of ${length}`);
        }
        assert.equal(await cuts.cut(length - 1), undefined);
      } finally {
        cuts.end();
      }
    });
  }
});

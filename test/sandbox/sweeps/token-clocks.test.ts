import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { announceSeed } from '../../support/seeded.ts';
import { TOKEN_TROUBLES, uploadInTrouble } from './support/token-clocks.ts';

/** `npm run bench -- token-clocks` sets the clock at every look. */
const STRIDE = 7;

describe('tokens by a clock that is set by an hour between any two looks at it', () => {
  const seed = announceSeed();
  for (const trouble of TOKEN_TROUBLES) {
    it(`end in time, and are renewed once: ${JSON.stringify(trouble)}`, async () => {
      let looks = 1;
      for (let jumpAt = seed % STRIDE; jumpAt < Math.max(looks, STRIDE); jumpAt += STRIDE) {
        const outcome = await uploadInTrouble({ ...trouble, jumpAt });
        assert.equal(outcome.fault, undefined, `set at look ${jumpAt}`);
        ({ looks } = outcome);
      }
      assert.ok(looks > 10, `${looks} looks`);
    });
  }
});

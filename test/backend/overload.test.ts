import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultOf, overload, SERVICE_TROUBLES } from './support/overload/overload.ts';

/** `npm run bench -- overload` has 10,000, and draws its seeds. */
const STRANGERS = 800;
const SEED = 1;

describe('a backend that strangers overload, when the service is in trouble for a minute', () => {
  for (const trouble of SERVICE_TROUBLES)
    it(`grants, and recovers within ten seconds without a herd: it ${trouble}`, async () => {
      const report = await overload(trouble, STRANGERS, SEED);
      assert.equal(faultOf(trouble, report), undefined, JSON.stringify(report));
    });
});

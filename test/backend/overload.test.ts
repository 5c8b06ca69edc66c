import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultOf, overload, SERVICE_TROUBLES } from '../support/backend/overload.ts';
import { announceSeed } from '../support/seeded.ts';

/** `npm run bench -- overload` has 10,000. */
const STRANGERS = 800;

describe('a backend that strangers overload, when the service is in trouble for a minute', () => {
  const seed = announceSeed();
  for (const trouble of SERVICE_TROUBLES)
    it(`grants, and recovers within ten seconds without a herd: it ${trouble}`, async () => {
      const report = await overload(trouble, STRANGERS, seed);
      assert.equal(faultOf(trouble, report), undefined, JSON.stringify(report));
    });
});

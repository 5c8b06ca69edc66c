import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fuzzBackend } from '../support/fuzz-backend.ts';
import { announceSeed } from '../../support/seeded.ts';

describe('the page backend, asked for whatever comes to mind', () => {
  it('asks the service for nothing outside its templates, and lets no secret out', async () => {
    const seed = announceSeed();
    const report = await fuzzBackend(seed, 15_000);
    assert.deepEqual(report.strays, [], `SEED=${String(seed)}`);
    assert.deepEqual(report.leaks, [], `SEED=${String(seed)}`);
    // It would prove little if nothing got through.
    for (const status of [200, 201, 400, 403, 404, 405]) {
      assert.ok(
        (report.statuses.get(status) ?? 0) > 10,
        `SEED=${String(seed)}: ${String(status)} is too rare`,
      );
    }
    assert.equal(report.statuses.get(500), undefined, `SEED=${String(seed)}: something broke`);
    // A slow machine asks more often: caches expire meanwhile.
    assert.ok(report.upstream > 200, `SEED=${String(seed)}: ${String(report.upstream)} are few`);
  });
});

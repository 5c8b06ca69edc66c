import assert from 'node:assert/strict';
import { it } from 'node:test';
import { overloadByHttp } from './support/overload/overload-by-http.ts';
import { describeWithRedis } from '../support/stores/redis-server.ts';

/** `npm run bench -- overload-by-http` has 10,000 strangers and a minute of each trouble. */
const PLAN = { strangers: 300, uploaders: 8, viewers: 6, everyMs: 500, before: 4, trouble: 3, after: 1 };
const SEED = 1;

describeWithRedis('a server that strangers overload by real connections', () => {
  it('serves honest visitors, outlives a dead service, and lets connections go that hold it up', async () => {
    // It ends once each honest visitor has been served, and the server has let the strangers' connections go.
    const { visits, returned, strangers, most, first } = await overloadByHttp('is dead', PLAN, SEED);
    const statuses = new Set(visits.flatMap(({ tries }) => tries.map(({ status }) => status)));
    assert.ok(!statuses.has(0) && !statuses.has(500), `honest visitors got ${[...statuses].join(', ')}`);
    assert.deepEqual(
      visits.filter(({ done }) => done === undefined),
      [],
    );
    for (let uploader = 0; uploader < PLAN.uploaders; uploader++) {
      const own = visits.filter(({ kind, visitor }) => kind === 'renewal' && visitor === uploader);
      assert.ok(
        own.some(({ done = 0 }) => done > returned),
        `uploader ${String(uploader)} had no renewal after it`,
      );
    }
    // Otherwise nothing was tried: they held connections, and it had more of them than before.
    assert.ok(
      strangers.most > 50 && most.sockets > first.sockets + 20,
      JSON.stringify({ strangers, most, first }),
    );
  });
});

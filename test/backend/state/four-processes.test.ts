import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { videoOf, Workers } from '../../support/backend/workers.ts';
import { blockWith } from '../../support/doc-blocks.ts';
import { eventually } from '../../support/eventually.ts';
import { inRepository } from '../../support/repository.ts';
import { describeWithRedis } from '../../support/stores/redis-server.ts';

const UPLOADS = 40;
const keyOf = (number: number) => `upload-of-a-file-${String(number)}`;

describeWithRedis('four processes on one Redis', () => {
  let workers: Workers;
  before(async () => (workers = await Workers.start('Node', 4)));
  after(() => workers.end());

  /** Asks as an uploader does: again after a refusal that passes. */
  const grantOf = (worker: number, number: number) =>
    eventually(async () => {
      const answer = await workers
        .ask(worker, keyOf(number), `visitor-${String(number)}`)
        .catch(() => undefined);
      return answer?.status === 201 ? videoOf(answer) : undefined;
    });

  it('are started by the program in the documents', () => {
    const program = readFileSync(inRepository('test/frameworks/several-servers.mjs'), 'utf8');
    assert.equal(blockWith('docs/several-servers.md', 'createServer').text, program);
  });

  it('make one video of each upload that all are asked for at once, while processes and the store are killed', async () => {
    const before = await workers.videos();
    let kills = 0;
    for (let number = 0; number < UPLOADS; number++) {
      const grants = [0, 1, 2, 3].map((worker) => grantOf(worker, number));
      if (number % 10 === 3) {
        kills++;
        await workers.replace(number % 4);
      }
      if (number % 20 === 7) {
        await workers.store?.stop();
        await workers.store?.start();
      }
      assert.equal(new Set(await Promise.all(grants)).size, 1, `upload ${String(number)}`);
    }
    // A killed process may leave one that no visitor was given.
    const extra = (await workers.videos()) - before - UPLOADS;
    assert.ok(extra >= 0 && extra <= kills, `${String(extra)} videos too many`);
  });

  it('let one visitor have no more grants together than one process would', async () => {
    const began = performance.now();
    const asked = Array.from({ length: 30 }, (_, number) =>
      workers.askAll(keyOf(1_000 + number), 'one-visitor'),
    );
    const statuses = (await Promise.all(asked)).flat().map(({ status }) => status);
    const spent = statuses.filter((status) => status !== 429).length;
    // 60 at once, and one a second after that. One that finds another process at work counts, too.
    const refilled = Math.ceil((performance.now() - began) / 1000);
    assert.ok(spent >= 60 && spent <= 60 + refilled, `${String(spent)} of ${String(statuses.length)}`);
  });
});

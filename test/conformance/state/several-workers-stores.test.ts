import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { FaultyUploads, NO_FAULTS } from '../../support/backend/faulty-uploads.ts';
import { Workers } from '../../support/backend/workers.ts';
import { describeWithPhp, describeWithPython } from '../../support/frameworks/clients.ts';
import { announceSeed } from '../../support/seeded.ts';
import { STORES } from '../../support/stores/shared-store.ts';

const UPLOADS = 12;

for (const [language, describeWith, store, client] of [
  ['PHP', describeWithPhp, 'redis', 'redis'],
  ['PHP', describeWithPhp, 'postgres', 'pdo_pgsql'],
  ['Python', describeWithPython, 'redis', 'redis'],
  ['Python', describeWithPython, 'postgres', 'psycopg'],
] as const) {
  describeWith(client, `several processes of ${language} that share a ${store}`, () => {
    STORES[store].describe('a real one', () => {
      let workers: Workers;
      before(async () => (workers = await Workers.start(language, 3, store)));
      after(() => workers.end());

      it('make one video of each upload and lose no renewal, while processes die, answers are lost and the store restarts', async () => {
        const counts = { ...NO_FAULTS };
        const uploads = new FaultyUploads(workers, { kill: 0.15, lose: 0.25, restart: 0.1 }, counts);
        const first = announceSeed();
        for (let seed = first; seed < first + UPLOADS; seed += 4) {
          const wrong = await Promise.all([0, 1, 2, 3].map((next) => uploads.run(seed + next)));
          assert.deepEqual(wrong, [undefined, undefined, undefined, undefined], `SEED=${String(first)}`);
        }
        // A killed process, or one whose store is away, may leave one that no visitor was given.
        assert.ok(counts.empty <= counts.killed + 4 * counts.restarts, JSON.stringify(counts));
      });
    });
  });
}

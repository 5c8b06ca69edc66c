import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { FaultyUploads, NO_FAULTS } from '../../support/backend/faulty-uploads.ts';
import { sessionOf } from '../../support/backend/session-cookie.ts';
import { Workers, type GrantAnswer } from '../../support/backend/workers.ts';
import { blockWith } from '../../support/doc-blocks.ts';
import { inRepository } from '../../support/repository.ts';
import { announceSeed } from '../../support/seeded.ts';
import { faultsUnderForeignVisitors } from '../../support/backend/foreign-visitors.ts';
import { STORES, type StoreName } from '../../support/stores/shared-store.ts';

const UPLOADS = 40;
const LANES = 8;
const PROGRAMS = { redis: 'several-servers', postgres: 'several-servers-postgres' } as const;

for (const name of ['redis', 'postgres'] as const satisfies StoreName[]) {
  STORES[name].describe(`four processes on one ${name}`, () => {
    let workers: Workers;
    before(async () => (workers = await Workers.start('Node', 4, name)));
    after(() => workers.end());

    it('make one video of each upload and lose no grant, while processes die, answers are lost and the store restarts', async () => {
      const counts = { ...NO_FAULTS };
      const uploads = new FaultyUploads(workers, { kill: 0.1, lose: 0.25, restart: 0.05 }, counts);
      const first = announceSeed();
      const seeds = Array.from({ length: UPLOADS }, (_, at) => first + at);
      const wrong: string[] = [];
      const lane = async () => {
        for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
          const fault = await uploads.run(seed);
          if (fault !== undefined) wrong.push(`${String(seed)}: ${fault}`);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      assert.deepEqual(wrong, [], `SEED=${String(first)}`);
      assert.ok(counts.lost > 0 && counts.renewed > 0, JSON.stringify(counts));
      // A killed process, or one whose store is away, may leave one that no visitor was given.
      assert.ok(counts.empty <= counts.killed + 4 * counts.restarts, JSON.stringify(counts));
    });

    it('let in nobody whose session the site has not signed', async () => {
      const [ann, ben] = [sessionOf('ann'), sessionOf('ben')];
      const signature = ann.slice(-64);
      const cookies = [
        'ann',
        'session=ann',
        'session=ann.',
        `session=ben.${signature}`,
        `session=ann.${signature.slice(1)}`,
        `session=ann.${signature.toUpperCase()}x`,
        `session=.${signature}`,
        `session=ann.${'0'.repeat(64)}`,
        `note=a ${ann}`,
        `other-${ann}`,
        `${ann}x`,
      ];
      const url = workers.url(0);
      const strangers = cookies.map((cookie) => ({ cookie }));
      assert.deepEqual(await faultsUnderForeignVisitors(url, { cookie: ben }, strangers), []);
      // Another user's claim to a video is none of one's own.
      const granted = await workers.ask(0, 'an-upload-of-ann-alone', 'ann');
      assert.equal(granted.status, 201);
      const grant = (await granted.json()) as GrantAnswer;
      assert.equal((await workers.renew(0, grant, 'ben')).status, 403);
      assert.equal((await workers.renew(0, grant, 'ann')).status, 201);
    });

    it('let one visitor have no more grants together than one process would', async () => {
      const began = performance.now();
      const left = Array.from({ length: 120 }, (_, number) => number);
      const counts = { granted: 0, late: 0, refused: 0 };
      const lane = async () => {
        for (let number = left.pop(); number !== undefined; number = left.pop()) {
          const key = `upload-of-a-visitor-${String(number)}`;
          const { status } = await workers.ask(number, key, 'one-visitor');
          counts[status === 201 ? 'granted' : status === 429 ? 'refused' : 'late']++;
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      // 60 at once, and one a second after that. A store that is late on a busy machine may have counted a grant.
      const refilled = Math.ceil((performance.now() - began) / 1000);
      const { granted, late } = counts;
      assert.ok(granted <= 60 + refilled && granted + late >= 60, JSON.stringify({ ...counts, refilled }));
    });
  });
}

describe('the servers of the documents', () => {
  for (const [store, name] of Object.entries(PROGRAMS)) {
    it(`on ${store} are the ones that the tests start`, () => {
      const program = readFileSync(inRepository(`test/frameworks/servers/${name}.mjs`), 'utf8');
      const importOfState = /import .*backend\/(?:redis|sql)';/.exec(program)?.[0] ?? '';
      assert.equal(blockWith('docs/several-servers.md', `${importOfState}\n`).text, program);
    });
  }
});

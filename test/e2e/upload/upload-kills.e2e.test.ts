import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cells } from '../../support/division.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { announceSeed } from '../../support/seeded.ts';
import { TabKills, type KillWire } from './support/tab-kills.ts';

// `npm run bench -- upload-kills` does the same five hundred times.
const WIRES: readonly KillWire[] = ['backend', 'token', 'tus'];
const LINE = { speed: 16_000_000, latency: 20 };

describe('an upload whose tab is killed', () => {
  const seed = announceSeed();
  const random = seededRandom(seed);
  let kills: TabKills;

  before(async () => {
    kills = await TabKills.start();
  });

  after(() => kills.stop());

  for (const wire of cells(WIRES)) {
    it(`resumes in another tab and ends as one whole video, by ${wire}`, async () => {
      let afterBytes = Math.floor(random() * 0.8 * kills.size);
      let outcome = await kills.run(wire, { afterBytes }, LINE);
      // The upload may have ended before its tab did.
      for (let tries = 1; !outcome && tries < 5; tries++) {
        outcome = await kills.run(wire, { afterBytes: (afterBytes /= 2) }, LINE);
      }
      assert.ok(outcome, `SEED=${seed}: five uploads ended before their tabs did`);
      assert.equal(kills.faultOf(outcome), undefined, `SEED=${seed}: ${JSON.stringify(outcome)}`);
    });
  }
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { seededRandom } from '../session/seeded-random.ts';
import { TabKills, type KillWire } from '../support/tab-kills.ts';

// `npm run bench -- upload-kills` does the same five hundred times.
const WIRES: readonly KillWire[] = ['backend', 'token', 'tus'];
const LINE = { speed: 16_000_000, latency: 20 };

describe('an upload whose tab is killed', () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const random = seededRandom(seed);
  let kills: TabKills;

  before(async () => {
    kills = await TabKills.start();
  });

  after(() => kills.stop());

  for (const wire of WIRES) {
    it(`goes on in another, and ends in one whole video, by ${wire}`, async () => {
      const moment = Math.round(random() * (kills.size / LINE.speed) * 1000);
      const outcome = await kills.run(wire, moment, LINE);
      assert.equal(kills.faultOf(outcome), undefined, `seed ${String(seed)}: ${JSON.stringify(outcome)}`);
    });
  }
});

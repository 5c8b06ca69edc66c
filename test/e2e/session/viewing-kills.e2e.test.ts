import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { announceSeed } from '../../support/seeded.ts';
import { ENDS, ViewingKills, viewingKill } from './support/viewing-kills/viewing-kills.ts';

// `npm run bench -- events-kept` does the same a thousand times.
const ROUNDS = 6;

describe('a viewing that ends in any way', () => {
  const seed = announceSeed();
  let kills: ViewingKills;

  before(async () => {
    kills = await ViewingKills.start();
  });

  after(() => kills.stop());

  for (const [index, end] of ENDS.entries()) {
    it(`is one session with each event once, in order, after a later visit: ${end}`, async () => {
      // Every delay of the collector, with and without a lost answer.
      const first = Math.ceil(seed / 30) * 30 + index;
      const seeds = Array.from({ length: ROUNDS }, (_, round) => first + round * ENDS.length);
      const kept = await Promise.all(seeds.map((one) => kills.run(viewingKill(one))));
      const faults = kept.map((one) => kills.faultOf(one)).filter((fault) => fault !== undefined);
      assert.equal(faults.join('; '), '', `SEED=${String(seed)}: ${faults.join('; ')}`);
    });
  }

  it('is delivered by a later visit where its page was left while it made the store', async () => {
    assert.equal(kills.faultOf(await kills.leaveWhileStoreIsMade()), undefined);
  });
});

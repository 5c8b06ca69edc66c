import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { announceSeed } from '../../support/seeded.ts';
import { ENDS, ViewingKills, type ViewingKill } from './support/viewing-kills/viewing-kills.ts';

// `npm run bench -- events-kept --browser firefox` does the same many times, and with crashes: a process that is killed right
// after an event may take it along.
const FIREFOX_ENDS = ENDS.filter((end) => end !== 'crash');

describe('a viewing in Firefox that ends in any way but a crash', () => {
  const seed = announceSeed();
  let kills: ViewingKills;

  before(async () => {
    kills = await ViewingKills.start('firefox');
  });

  after(() => kills.stop());

  it('is one session with each event once, in order, after a later visit', async () => {
    const all = FIREFOX_ENDS.map((end, index): ViewingKill => ({
      ...{ seed: seed + index, end, delay: 1_500, losesAnswer: false },
    }));
    // One after the other: a tab that is closed is the last of its process then.
    const faults: (string | undefined)[] = [];
    for (const kill of all) {
      const fault = kills.faultOf(await kills.run(kill));
      faults.push(fault && `${kill.end}: ${fault}`);
    }
    assert.deepEqual(
      faults,
      all.map(() => undefined),
      `SEED=${String(seed)}`,
    );
  });
});

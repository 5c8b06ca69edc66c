import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cells } from '../../support/division.ts';
import { StartTrack } from './support/start-track.ts';

const FILE = 'demo/media/sample.mp4';
const RTT_MS = 100;

describe('an upload by the script-tag file, until its first request', () => {
  let track: StartTrack;
  before(async () => {
    track = await StartTrack.open();
  });
  after(() => track.close());

  for (const who of cells(['token', 'backend'] as const)) {
    it(`loads in one round, with a ${who}`, async () => {
      const { scripts, rounds } = await track.run(who, 'nothing', RTT_MS, FILE);
      assert.ok(scripts > 0);
      assert.equal(rounds, 1);
    });

    for (const warmth of ['pointer', 'idle'] as const) {
      it(`has loaded everything before (${warmth}), with a ${who}`, async () => {
        const { scripts } = await track.run(who, warmth, RTT_MS, FILE);
        assert.equal(scripts, 0);
      });
    }
  }
});

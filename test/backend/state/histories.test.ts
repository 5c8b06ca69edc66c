import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runHistory } from './support/run-history.ts';
import { announceSeed } from '../../support/seeded.ts';

const HISTORIES = 12;

describe('three backends on one state, while processes pause, die and lose answers', () => {
  it('make one video of one upload, lose no grant, refuse no token in use and discard no bytes', async () => {
    const first = announceSeed();
    let [grants, kills, held] = [0, 0, 0];
    for (let seed = first; seed < first + HISTORIES; seed++) {
      const report = await runHistory(seed);
      assert.deepEqual(report.faults, [], `SEED=${String(seed)}`);
      assert.ok(
        report.left <= report.kills + report.held,
        `SEED=${String(seed)}: ${String(report.left)} left`,
      );
      [grants, kills, held] = [grants + report.grants, kills + report.kills, held + report.held];
    }
    assert.ok(grants > HISTORIES * 4 && kills > 0 && held > HISTORIES, `SEED=${String(first)}`);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FIRINGS, SteppingClock } from '../support/stepping-clock.ts';
import { settled } from '../support/until.ts';
import { begin, taken } from './support/begin-session.ts';
import { FakeEnvironment } from './support/fake-environment.ts';

/** How a collector fails before it takes everything. */
const FAILURES: Readonly<Record<string, () => Response>> = {
  'is busy': () => new Response('', { status: 503 }),
  'asks for a pause': () => new Response('', { status: 429, headers: { 'retry-after': '30' } }),
  'cannot be reached': () => {
    throw new TypeError('unreachable');
  },
};

describe('a session, by a clock that never stands still', () => {
  for (const [how, fail] of Object.entries(FAILURES)) {
    for (const firing of FIRINGS) {
      it(`delivers every event once to a collector that ${how}, with timers ${JSON.stringify(firing)}`, async () => {
        const clock = new SteppingClock();
        const world = Object.assign(new FakeEnvironment(), { now: clock.now, after: clock.after });
        const got: string[] = [];
        let failures = 3;
        world.answer = ({ payload }) => {
          if (failures-- > 0) return fail();
          got.push(...payload.events.map(({ id }) => id));
          return taken();
        };
        const { media, session } = begin({}, world);
        media.load();
        media.play();
        await settled();
        clock.fire(firing);
        media.playTo(4);
        media.pause();
        await settled();
        session.close();
        await clock.fireAll(firing);
        const { status, delivered, dropped } = session.store.state;
        assert.deepEqual([status, dropped, new Set(got).size], ['closed', 0, got.length]);
        assert.equal(delivered, got.length);
        assert.ok(got.length >= 3);
      });
    }
  }
});

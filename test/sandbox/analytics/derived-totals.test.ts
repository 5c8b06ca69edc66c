import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { derivedTotals } from '../../../packages/vh-elements-sandbox/src/store/analytics/derived-totals.ts';
import type { SessionEvent } from '../../../packages/vh-elements-sandbox/src/store/analytics/sessions.ts';

/** Events of the first generation; times are seconds. */
const event = (second: number, type: string, where: Partial<SessionEvent>): SessionEvent => ({
  id: String(second),
  type,
  emittedAt: second * 1000,
  ...where,
});

describe('the watch time of a viewing of which only the first generation of events is known', () => {
  const table: [string, SessionEvent[], number, number][] = [
    ['has no start in it', [event(0, 'play', { at: 0 }), event(10, 'pause', { at: 7 })], 10, 7_000],
    [
      'has no seek in it, and no rebuffering after one',
      [
        event(0, 'play', { at: 0 }),
        event(6, 'seek.forward', { from: 4, to: 100 }),
        event(16, 'end', { at: 107 }),
      ],
      16,
      11_000,
    ],
    [
      'is time and not film, at twice the speed',
      [event(0, 'play', { at: 0 }), event(10, 'pause', { at: 20 })],
      10,
      10_000,
    ],
    [
      'goes to the last delivery where nothing has ended it',
      [event(0, 'play', { at: 0 }), event(5, 'pause', { at: 5 }), event(8, 'resume', { at: 5 })],
      18,
      15_000,
    ],
  ];
  for (const [what, events, endedAt, watchTime] of table)
    it(what, () => {
      assert.equal(derivedTotals(events, endedAt * 1000).watchTime, watchTime);
    });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Playback } from '../../../src/core/wire/playback.ts';
import { expiryOfAnswer, expiryOfWritten, type Expiry } from '../../../src/playback/source/expiry.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-05-01T12:00:00Z');

/** A visitor's clocks: `late` is what the time of day is behind the server's. */
class Visitor {
  #date: number;
  #page: number;
  constructor({ late = 0, onPageFor = 0 } = {}) {
    this.#date = NOON - late;
    this.#page = onPageFor;
  }
  readonly date = (): number => this.#date;
  readonly page = (): number => this.#page;
  pass(ms: number, { sleeping = false, setBack = 0 } = {}): void {
    this.#date += ms - setBack;
    // In some browsers this one stands still while the device sleeps.
    if (!sleeping) this.#page += ms;
  }
}

const playback = (times: { issuedAt?: number; expiresAt?: number }): Playback => ({
  ...{ kind: 'video', id: 'vi1', state: 'playable', playlists: [], captions: [], chapters: [] },
  issuedAt: times.issuedAt === undefined ? undefined : new Date(times.issuedAt).toISOString(),
  expiresAt: times.expiresAt === undefined ? undefined : new Date(times.expiresAt).toISOString(),
});
const phase = (lifetime: Expiry | undefined): string =>
  lifetime?.hasEnded ? 'ended' : lifetime?.isEnding ? 'ending' : lifetime ? 'holds' : 'unknown';

describe('the lifetime of a playback', () => {
  const hour = playback({ issuedAt: NOON, expiresAt: NOON + HOUR });

  for (const late of [0, 5 * HOUR, -5 * HOUR]) {
    it(`needs no clock that is right: ${late / HOUR} hours late`, () => {
      const visitor = new Visitor({ late });
      const lifetime = expiryOfAnswer(hour, visitor);
      visitor.pass(HOUR - 61_000);
      assert.equal(phase(lifetime), 'holds');
      visitor.pass(2_000);
      assert.equal(phase(lifetime), 'ending');
      visitor.pass(60_000);
      assert.equal(phase(lifetime), 'ended');
    });
  }

  it('passes while the device sleeps, and when the clock is set back', () => {
    for (const how of [{ sleeping: true }, { setBack: 3 * HOUR }]) {
      const visitor = new Visitor();
      const lifetime = expiryOfAnswer(hour, visitor);
      visitor.pass(2 * HOUR, how);
      assert.equal(phase(lifetime), 'ended', JSON.stringify(how));
    }
  });

  it('is refreshed in its last quarter when it is short', () => {
    const visitor = new Visitor();
    const lifetime = expiryOfAnswer(playback({ issuedAt: NOON, expiresAt: NOON + 8_000 }), visitor);
    visitor.pass(5_000);
    assert.equal(phase(lifetime), 'holds');
    visitor.pass(1_500);
    assert.equal(phase(lifetime), 'ending');
  });

  it('is unknown without an expiry, or when the clock makes an answer expire before it arrives', () => {
    assert.equal(phase(expiryOfAnswer(playback({}), new Visitor())), 'unknown');
    assert.equal(phase(expiryOfWritten(playback({ issuedAt: NOON }), new Visitor())), 'unknown');
    const early = new Visitor({ late: -2 * HOUR });
    assert.equal(phase(expiryOfAnswer(playback({ expiresAt: NOON + HOUR }), early)), 'unknown');
  });

  it('of a playback in the page is shorter by its age', () => {
    const old = playback({ issuedAt: NOON - 2 * HOUR, expiresAt: NOON - HOUR });
    assert.equal(phase(expiryOfWritten(old, new Visitor())), 'ended');
    assert.equal(phase(expiryOfWritten(hour, new Visitor())), 'holds');
    // A clock that is late makes it look younger than the page that has it.
    assert.equal(phase(expiryOfWritten(hour, new Visitor({ late: 3 * HOUR, onPageFor: 2 * HOUR }))), 'ended');
    assert.equal(phase(expiryOfWritten(playback({ expiresAt: NOON - 1 }), new Visitor())), 'ended');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mediaInputs } from '../../../src/session/observe/fact.ts';
import type { DatedFact } from '../../../src/session/observe/viewing-machine.ts';
import { announceSeed } from '../../support/seeded.ts';
import { FakeMedia } from '../support/fake-media.ts';
import { follow, loaded, type PlainFact } from '../support/follow-media.ts';
import { seededRandom } from '../../support/seeded-random.ts';

/** The invariants of every viewing. Returns a broken one, or nothing. */
function flaw(events: readonly DatedFact[]): string | undefined {
  let state: 'none' | 'ready' | 'playing' | 'still' = 'none';
  for (const event of events) {
    const numbers = 'at' in event ? [event.at] : [event.from, event.to];
    if (!numbers.every((n) => Number.isFinite(n) && n >= 0))
      return `a position of ${event.type} is no position`;
    if ('from' in event) {
      if (state === 'none') return 'a seek before ready';
      if (event.type === 'seek.forward' ? event.to <= event.from : event.to >= event.from)
        return 'a seek the wrong way';
      continue;
    }
    const allowed: Partial<Record<DatedFact['type'], (typeof state)[]>> = {
      ready: ['none'],
      play: ['ready'],
      resume: ['still'],
      pause: ['playing'],
      end: ['playing', 'still'],
    };
    if (!allowed[event.type]?.includes(state)) return `${event.type} while ${state}`;
    state =
      event.type === 'ready' ? 'ready' : event.type === 'pause' || event.type === 'end' ? 'still' : 'playing';
  }
  return undefined;
}

describe('ViewingMachine under any schedule', () => {
  const first = announceSeed();
  const pick = <T>(random: () => number, from: readonly T[]): T => {
    const one = from[Math.floor(random() * from.length)];
    assert.ok(one !== undefined);
    return one;
  };

  it(`keeps its grammar on nonsense (SEED=${String(first)})`, () => {
    const inputs: PlainFact[] = [...mediaInputs, 'attach', 'settle', 'leave', 'return'];
    const odd = [0, 1, 59.9, 60, 61, -1, NaN, Infinity];
    for (let seed = first; seed < first + 500; seed++) {
      const random = seededRandom(seed);
      const media = new FakeMedia();
      const viewing = follow(media);
      for (let step = 0; step < 100; step++) {
        media.currentTime = random() < 0.5 ? random() * 60 : pick(random, odd);
        media.paused = random() < 0.5;
        media.ended = random() < 0.2;
        media.seeking = random() < 0.3;
        media.loop = random() < 0.2;
        media.readyState = pick(random, [0, 1, 4]);
        viewing.take(pick(random, inputs));
      }
      assert.equal(flaw(viewing.events), undefined, `SEED=${String(seed)}: ${viewing.story.join(', ')}`);
    }
  });

  it(`agrees with the media about whether it plays (SEED=${String(first)})`, () => {
    for (let seed = first; seed < first + 500; seed++) {
      const random = seededRandom(seed);
      const { media, viewing } = loaded();
      const acts: (() => void)[] = [
        () => media.paused && !media.ended && media.play(),
        () => !media.paused && media.pause(),
        () => !media.paused && !media.seeking && media.playTo(Math.min(59, media.currentTime + random())),
        () => media.startSeek(random() * 59),
        () => media.seeking && media.finishSeek(),
        () => !media.paused && !media.seeking && media.finish(),
        () => media.ended && media.replay(),
        () => viewing.take('settle'),
      ];
      for (let step = 0; step < 100; step++) pick(random, acts)();
      if (media.seeking) media.finishSeek();
      viewing.take('settle');
      const last = viewing.events.filter((event) => 'at' in event).at(-1)?.type;
      const why = `SEED=${String(seed)}: ${viewing.story.join(', ')}`;
      assert.equal(flaw(viewing.events), undefined, why);
      assert.equal(last === 'play' || last === 'resume', !media.paused, why);
      assert.equal(viewing.machine.playing, !media.paused, why);
    }
  });
});

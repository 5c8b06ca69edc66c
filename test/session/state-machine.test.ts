import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  mediaInputs,
  StateMachine,
  type MachineInput,
  type SessionEvent,
} from '../../src/session/state-machine.ts';
import { FakeMedia } from './fake-media.ts';
import { seededRandom } from './seeded-random.ts';

/** Follows a fake media element, and says what the machine told in short: `seek.forward 10>20`. */
function follow(media: FakeMedia, options = { live: false }) {
  const machine = new StateMachine(options);
  const told: SessionEvent[] = [];
  let now = 0;
  const take = (input: MachineInput) => told.push(...machine.take(input, media, now++));
  for (const type of mediaInputs) media.addEventListener(type, () => take(type));
  take('attach');
  return {
    machine,
    told,
    take,
    get story() {
      return told.map((event) =>
        'at' in event
          ? `${event.type} ${String(event.at)}`
          : `${event.type} ${String(event.from)}>${String(event.to)}`,
      );
    },
  };
}

function loaded() {
  const media = new FakeMedia();
  const viewing = follow(media);
  media.load();
  return { media, viewing };
}

describe('StateMachine', () => {
  it('tells a plain viewing', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.pause();
    media.play();
    media.finish();
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'pause 10', 'resume 10', 'end 60']);
  });

  it('is ready at once when the media already is, and has played when it already does', () => {
    const media = new FakeMedia();
    media.readyState = 4;
    media.currentTime = 3;
    media.paused = false;
    assert.deepEqual(follow(media).story, ['ready 3', 'play 3']);
  });

  it('says ready before play when play was asked for before anything was loaded', () => {
    const media = new FakeMedia();
    const viewing = follow(media);
    media.play();
    assert.deepEqual(viewing.story, []);
    media.load();
    assert.deepEqual(viewing.story, ['ready 0', 'play 0']);
  });

  it('says ready once, however often the media is loaded anew', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(20);
    media.readyState = 0;
    media.currentTime = 0;
    media.emit('emptied', 'timeupdate');
    media.load();
    media.currentTime = 20;
    media.emit('seeking', 'seeked', 'play');
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'pause 20', 'resume 20']);
  });

  it('takes the pause before the end for no pause', () => {
    const { media, viewing } = loaded();
    media.play();
    media.finish();
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'end 60']);
  });

  it('takes it for none even where `ended` is true only later', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(59.9);
    media.pause();
    media.ended = true;
    media.emit('ended');
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'end 59.9']);
  });

  it('believes a pause shortly before the end once it has settled', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(59.9);
    media.pause();
    assert.equal(viewing.machine.holding, true);
    viewing.take('settle');
    assert.equal(viewing.machine.holding, false);
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'pause 59.9']);
  });

  it('plays again after the end as a resume without a seek', () => {
    const { media, viewing } = loaded();
    media.play();
    media.finish();
    media.replay();
    media.playTo(1);
    media.pause();
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'end 60', 'resume 0', 'pause 1']);
  });

  it('does so too where play is said before seeking', () => {
    const { media, viewing } = loaded();
    media.play();
    media.finish();
    media.paused = media.ended = false;
    media.seeking = true;
    media.currentTime = 0;
    media.emit('play', 'seeking');
    media.finishSeek();
    media.playTo(1);
    media.seek(30);
    assert.deepEqual(viewing.story.slice(2), ['end 60', 'resume 0', 'seek.forward 1>30']);
  });

  it('tells a loop as an end and a resume, not as a seek', () => {
    const { media, viewing } = loaded();
    media.loop = true;
    media.play();
    media.playTo(59.8);
    media.seek(0);
    media.playTo(1);
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'end 60', 'resume 0']);
  });

  it('knows a loop at double speed, when positions are further apart', () => {
    const { media, viewing } = loaded();
    media.loop = true;
    media.playbackRate = 2;
    media.play();
    media.playTo(59.3);
    media.seek(0.6);
    assert.deepEqual(viewing.story.slice(2), ['end 60', 'resume 0.6']);
  });

  it('tells where a seek began, not what the media says while it seeks', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.seeking = true;
    media.currentTime = 40;
    media.emit('timeupdate', 'seeking', 'timeupdate');
    media.finishSeek();
    media.playTo(41);
    media.seek(5);
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'seek.forward 10>40', 'seek.backward 41>5']);
  });

  it('makes one seek of several that overlap', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.startSeek(20);
    media.startSeek(50);
    media.emit('seeked');
    media.startSeek(30);
    media.finishSeek();
    assert.deepEqual(viewing.story.slice(2), ['seek.forward 10>30']);
  });

  it('does not tell of a seek that ends where it began', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.seek(10.1);
    assert.deepEqual(viewing.story.slice(2), []);
  });

  it('tells a quick pause, seek and resume as all three', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.pause();
    media.seek(20);
    media.play();
    assert.deepEqual(viewing.story.slice(2), ['pause 10', 'seek.forward 10>20', 'resume 20']);
  });

  it('makes no pause and resume of a scrub that pauses while it seeks', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.startSeek(20);
    media.pause();
    media.finishSeek();
    media.seek(30);
    media.play();
    assert.deepEqual(viewing.story.slice(2), ['seek.forward 10>20', 'seek.forward 20>30']);
  });

  it('believes the pause when nothing plays after the scrub', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.startSeek(20);
    media.pause();
    assert.equal(viewing.machine.holding, false, 'a seek in progress is waited for');
    media.finishSeek();
    assert.equal(viewing.machine.holding, true);
    viewing.take('settle');
    assert.deepEqual(viewing.story.slice(2), ['pause 10', 'seek.forward 10>20']);
    assert.equal(viewing.machine.playing, false);
  });

  it('takes leaving for a pause and coming back for a resume', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(7);
    viewing.take('leave');
    viewing.take('leave');
    viewing.take('return');
    assert.deepEqual(viewing.story.slice(2), ['pause 7', 'resume 7']);
  });

  it('stays silent when a paused page is left and found again', () => {
    const { viewing } = loaded();
    viewing.take('leave');
    viewing.take('return');
    assert.deepEqual(viewing.story, ['ready 0']);
  });

  it('finishes a seek that is cut off by leaving', () => {
    const { media, viewing } = loaded();
    media.play();
    media.playTo(10);
    media.startSeek(20);
    viewing.take('leave');
    assert.deepEqual(viewing.story.slice(2), ['seek.forward 10>20', 'pause 20']);
  });

  it('does not take the jump to the live edge for a seek', () => {
    const media = new FakeMedia();
    media.duration = Infinity;
    const viewing = follow(media, { live: true });
    media.load();
    media.seek(3600);
    media.play();
    assert.deepEqual(viewing.story, ['ready 0', 'play 3600']);
  });

  it('keeps positions finite, whatever the media says', () => {
    const { media, viewing } = loaded();
    media.currentTime = NaN;
    media.play();
    media.currentTime = -5;
    media.pause();
    assert.deepEqual(viewing.story, ['ready 0', 'play 0', 'pause 0']);
  });
});

/** What holds for every viewing. Answers what is wrong, or nothing. */
function flaw(told: readonly SessionEvent[]): string | undefined {
  let state: 'none' | 'ready' | 'playing' | 'still' = 'none';
  for (const event of told) {
    const numbers = 'at' in event ? [event.at] : [event.from, event.to];
    if (!numbers.every((n) => Number.isFinite(n) && n >= 0))
      return `a position of ${event.type} is no position`;
    if ('from' in event) {
      if (state === 'none') return 'a seek before ready';
      if (event.type === 'seek.forward' ? event.to <= event.from : event.to >= event.from)
        return 'a seek the wrong way';
      continue;
    }
    const allowed: Record<typeof event.type, (typeof state)[]> = {
      ready: ['none'],
      play: ['ready'],
      resume: ['still'],
      pause: ['playing'],
      end: ['playing', 'still'],
    };
    if (!allowed[event.type].includes(state)) return `${event.type} while ${state}`;
    state =
      event.type === 'ready' ? 'ready' : event.type === 'pause' || event.type === 'end' ? 'still' : 'playing';
  }
  return undefined;
}

describe('StateMachine under any schedule', () => {
  const first = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const pick = <T>(random: () => number, from: readonly T[]): T => {
    const one = from[Math.floor(random() * from.length)];
    assert.ok(one !== undefined);
    return one;
  };

  it(`keeps its grammar on nonsense (SEED=${String(first)})`, () => {
    const inputs: MachineInput[] = [...mediaInputs, 'attach', 'settle', 'leave', 'return'];
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
      assert.equal(flaw(viewing.told), undefined, `SEED=${String(seed)}: ${viewing.story.join(', ')}`);
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
      const last = viewing.told.filter((event) => 'at' in event).at(-1)?.type;
      const why = `SEED=${String(seed)}: ${viewing.story.join(', ')}`;
      assert.equal(flaw(viewing.told), undefined, why);
      assert.equal(last === 'play' || last === 'resume', !media.paused, why);
      assert.equal(viewing.machine.playing, !media.paused, why);
    }
  });
});

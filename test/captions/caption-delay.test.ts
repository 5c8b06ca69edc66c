import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaptionDelay } from '../../src/captions/tracks/caption-delay.ts';
import { cuesAt } from '../../src/captions/tracks/caption-delay.ts';

class Kept {
  text: string | null = null;
  getItem = () => this.text;
  setItem = (_key: string, text: string) => {
    this.text = text;
  };
}

describe('the delay of captions', () => {
  const of = (
    kept: Kept,
    video: { id?: string; address?: string; subject?: string | undefined },
    isKept = true,
  ) => {
    const about = () => ({ id: video.id, address: video.address, subject: video.subject });
    let changes = 0;
    const delay = new CaptionDelay(
      about,
      () => isKept,
      () => changes++,
      () => kept,
    );
    return { delay, changes: () => changes };
  };

  it('moves in tenths of a second, up to a minute either way, and reports only changes', () => {
    const { delay, changes } = of(new Kept(), { id: 'a' });
    for (let step = 0; step < 3; step++) delay.set(delay.seconds + 0.1);
    assert.equal(delay.seconds, 0.3);
    for (let step = 0; step < 3; step++) delay.set(delay.seconds - 0.1);
    assert.equal(Object.is(delay.seconds, 0), true);
    delay.set(0);
    assert.equal(changes(), 6);
    delay.set(1_000);
    assert.equal(delay.seconds, 60);
  });

  it('is kept for each video, by its id and by no address', () => {
    const kept = new Kept();
    const video = { id: 'a' as string | undefined, address: 'https://m.example/a?token=secret' };
    const { delay } = of(kept, video as { id?: string });
    delay.set(1.5);
    video.id = 'b';
    assert.equal(delay.seconds, 0);
    delay.set(-2);
    video.id = undefined;
    assert.equal(delay.seconds, 0);
    delay.set(4);
    assert.deepEqual(JSON.parse(kept.text ?? ''), [
      ['b', -2],
      ['a', 1.5],
    ]);
    assert.equal(of(kept, { id: 'a' }).delay.seconds, 1.5);
    of(kept, { id: 'b' }).delay.set(0);
    assert.deepEqual(JSON.parse(kept.text ?? ''), [['a', 1.5]]);
  });

  it('is each visitor’s own, as what a delay tells is what somebody has watched', () => {
    const kept = new Kept();
    const video = { id: 'a', subject: undefined as string | undefined };
    const { delay } = of(kept, video);
    delay.set(1.5);
    video.subject = 'ann b';
    assert.equal(delay.seconds, 0);
    delay.set(2);
    video.subject = 'ben';
    assert.equal(delay.seconds, 0);
    video.subject = 'ann b';
    assert.equal(delay.seconds, 2);
    video.subject = undefined;
    assert.equal(delay.seconds, 1.5);
    assert.equal(of(kept, { id: 'a', subject: 'ann b' }).delay.seconds, 2);
    assert.equal(of(kept, { id: 'a', subject: 'ben' }).delay.seconds, 0);
    // Also of a video without an id, whose delay is kept for the visit alone.
    const address = { address: 'https://m.example/a', subject: 'ann' };
    const visit = of(kept, address).delay;
    visit.set(3);
    address.subject = 'ben';
    assert.equal(visit.seconds, 0);
  });

  it('stores nothing when the page says so, and validates stored values', () => {
    const kept = new Kept();
    of(kept, { id: 'a' }, false).delay.set(2);
    assert.equal(kept.text, null);
    for (const text of ['', '{', '7', '[["a"]]', '[["a", 1e9]]', '[["a", "1"]]', '[[null, 1]]']) {
      kept.text = text;
      assert.equal(of(kept, { id: 'a' }).delay.seconds, 0, text);
    }
  });
});

describe('the cues of a second', () => {
  const cue = (startTime: number, endTime: number) => ({ startTime, endTime });

  it('are the running ones, and change with the next start or end', () => {
    const all = [cue(0, 100), cue(1, 2), cue(3, 5), cue(4, 4.5)];
    assert.deepEqual(cuesAt(all, 1.5), { cues: [all[0], all[1]], nextChange: 2 });
    assert.deepEqual(cuesAt(all, 2), { cues: [all[0]], nextChange: 3 });
    assert.deepEqual(cuesAt(all, 4.2), { cues: [all[0], all[2], all[3]], nextChange: 4.5 });
    assert.deepEqual(cuesAt(all, -1), { cues: [], nextChange: 0 });
    assert.deepEqual(cuesAt([], 1), { cues: [], nextChange: Infinity });
  });
});

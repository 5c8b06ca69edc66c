import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { SubtitleScheduler } from '../../../../../src/playback/adapters/hls/tracks/subtitle-scheduler.ts';

/** Seconds. */
const SEGMENT = 4;

/** Loads one track at a time, as hls.js does: up to 20 s ahead, and its last segment again after each change. */
class Engine {
  readonly media = { currentTime: 0, duration: 60 };
  readonly turns: SubtitleScheduler;
  readonly changes: number[] = [];
  /** The requested segments, as `track.segment`. */
  readonly requests: string[] = [];
  latency = 0;
  /** Seconds of the stream that are there. */
  edge = 60;
  broken = -1;
  readonly #next: number[] = [];
  #track = -1;

  constructor() {
    this.turns = new SubtitleScheduler(this, this.media);
  }

  get subtitleTrack(): number {
    return this.#track;
  }

  set subtitleTrack(track: number) {
    this.#track = track;
    this.changes.push(track);
    this.#next[track] = Math.max(0, (this.#next[track] ?? 0) - 1);
  }

  /** Half a second passes: a segment is requested, and comes. */
  tick(test: TestContext): void {
    const [track, segment] = [this.#track, this.#next[this.#track] ?? 0];
    const start = segment * SEGMENT;
    if (track >= 0 && start < Math.min(this.edge, this.media.currentTime + 20)) {
      this.requests.push(`${String(track)}.${String(segment)}`);
      this.turns.busy();
      if (track === this.broken) this.turns.failed();
      else {
        this.#next[track] = segment + 1;
        this.turns.loaded(track, start, start + SEGMENT);
      }
    }
    test.mock.timers.tick(500);
  }

  /** Plays for so long, and says how many segments of a track were missing when their time came. */
  play(test: TestContext, seconds: number, tracks: readonly number[]): number {
    let missing = 0;
    for (let half = 0; half < seconds * 2; half++) {
      this.tick(test);
      const segment = Math.floor(this.media.currentTime / SEGMENT);
      // No track has cues at the very beginning.
      if (half > 16)
        missing += tracks.filter((track) => !this.requests.includes(`${track}.${segment}`)).length;
      this.media.currentTime += 0.5;
    }
    return missing;
  }
}

describe('SubtitleScheduler', () => {
  const begin = (test: TestContext) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    return new Engine();
  };

  it('loads a single track without a change, and none where none is wanted', (test) => {
    const engine = begin(test);
    engine.turns.want([]);
    engine.turns.want([1]);
    engine.play(test, 50, [1]);
    engine.turns.want([1]);
    engine.turns.want([]);
    assert.deepEqual(engine.changes, [1, -1]);
  });

  it('has two tracks there in time, with few changes', (test) => {
    const engine = begin(test);
    engine.turns.want([0, 2]);
    assert.equal(engine.play(test, 60, [0, 2]), 0);
    assert.equal(engine.requests.filter((one) => one.startsWith('1.')).length, 0);
    assert.ok(engine.changes.length <= 12, `${engine.changes.length} changes`);
    // When all is there, nothing is asked for.
    engine.media.currentTime = 50;
    const { length } = engine.requests;
    for (let half = 0; half < 20; half++) engine.tick(test);
    assert.ok(engine.requests.length - length <= 1);
  });

  it('follows the clock of a live stream near its edge', (test) => {
    const engine = begin(test);
    Object.assign(engine.media, { duration: Infinity });
    engine.turns.want([0, 1]);
    engine.latency = 6;
    let missing = 0;
    for (let second = 0; second < 200; second++) {
      engine.edge = engine.media.currentTime + 6;
      missing += engine.play(test, 1, []);
      const segment = Math.floor((engine.media.currentTime - 1) / SEGMENT);
      if (second > 8)
        missing += [0, 1].filter((track) => !engine.requests.includes(`${track}.${segment}`)).length;
    }
    assert.equal(missing, 0);
    assert.ok(engine.changes.length < 100, `${engine.changes.length} changes`);
  });

  it('keeps the others going beside a track that never comes', (test) => {
    const engine = begin(test);
    engine.broken = 1;
    engine.turns.want([0, 1, 2]);
    assert.equal(engine.play(test, 50, [0, 2]), 0);
  });

  it('waits for a request, but not for ever', (test) => {
    const engine = begin(test);
    engine.turns.want([0, 1]);
    engine.turns.busy();
    test.mock.timers.tick(3_999);
    assert.equal(engine.subtitleTrack, 0);
    test.mock.timers.tick(1);
    assert.equal(engine.subtitleTrack, 1);
  });

  it('loads a handful at once at most, and changes nothing after its end', (test) => {
    const engine = begin(test);
    engine.turns.want([0, 1, 2, 3, 4, 5]);
    engine.play(test, 50, []);
    assert.deepEqual([...new Set(engine.changes)].sort(), [0, 1, 2, 3]);
    const { length } = engine.changes;
    engine.turns.end();
    engine.turns.loaded(engine.subtitleTrack, 0, 60);
    test.mock.timers.tick(60_000);
    assert.equal(engine.changes.length, length);
  });
});

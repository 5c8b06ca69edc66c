import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../common/clock.ts';
import { fragment, type Run } from '../../live/fmp4/fragment.ts';
import { AUDIO, initSegment, VIDEO } from '../../live/fmp4/init-segment.ts';
import type { MediaFrame, Tracks } from '../../live/frames/media-frame.ts';
import { SyntheticSource } from '../../live/synthetic/synthetic-source.ts';

const FRAME_TICKS = VIDEO.timescale / 30;
/** Samples in a frame of AAC. */
const SOUND_TICKS = 1024;

/** The bytes of a film that nobody has to bring: the test picture of live streams, a clock that begins at zero. */
export async function madeFilm(seconds: number): Promise<Buffer> {
  const end = seconds * 1000;
  const stop = new AbortController();
  let tracks: Tracks = {};
  let frames: MediaFrame[] = [];
  let [sequence, sounds] = [0, 0];
  const pieces: Buffer[] = [];
  const flush = () => {
    const pictures = frames.filter(({ kind }) => kind === 'video');
    const sound = frames.filter(({ kind }) => kind === 'audio');
    const first = pictures[0];
    if (!first) return;
    const at = Math.round((first.decodeAt * VIDEO.timescale) / 1000);
    const runs: Run[] = [runOf(VIDEO.id, at, FRAME_TICKS, pictures)];
    if (sound.length > 0) runs.push(runOf(AUDIO.id, sounds * SOUND_TICKS, SOUND_TICKS, sound));
    sounds += sound.length;
    pieces.push(fragment(++sequence, runs));
    frames = [];
  };
  const feed = {
    signal: stop.signal,
    begin: (its: Tracks) => (tracks = its),
    push: (frame: MediaFrame) => {
      if (frame.decodeAt >= end) return;
      // A fragment a second, from one key frame to the next.
      if (frame.kind === 'video' && frame.key) flush();
      frames.push(frame);
    },
    end: () => undefined,
    disconnect: () => undefined,
  };
  const clock = new StepClock();
  const source = new SyntheticSource(clock, feed);
  while (clock.now() < end) {
    clock.step();
    if (frames.length < 3) await nextTurn();
  }
  source.silence();
  flush();
  return Buffer.concat([initSegment(tracks), ...pieces]);
}

function runOf(trackId: number, decodeAt: number, duration: number, frames: readonly MediaFrame[]): Run {
  return { trackId, decodeAt, samples: frames.map(({ data, key }) => ({ data, key, duration, shift: 0 })) };
}

/** A clock on which a source never has to wait. */
class StepClock implements Clock {
  #now = 0;
  #due: { at: number; run: () => void } | undefined;

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const due = { at: this.#now + milliseconds, run };
    this.#due = due;
    return () => {
      if (this.#due === due) this.#due = undefined;
    };
  }

  /** Goes to the end of the next wait. */
  step(): void {
    const due = this.#due;
    if (!due) throw new Error('The source has stopped.');
    this.#due = undefined;
    this.#now = due.at;
    due.run();
  }
}

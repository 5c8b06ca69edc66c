import type { Run, Sample } from './fmp4/fragment.ts';
import { AUDIO } from './fmp4/init-segment.ts';

const SAMPLES_PER_FRAME = 1024;
/** Sources round their times to milliseconds; further off than this, in seconds, they mean it. */
const TOLERANCE_SECONDS = 0.1;
/** Sound that no picture fetches is not kept forever. */
const MAX_FRAMES = 2_000;
const MOST_BYTES = 4 * 1024 * 1024;

/** The sound that goes beside a picture: frames end to end on a line of samples, taken a part at a time. */
export class AudioTimeline {
  readonly #rate: number;
  #frames: { at: number; data: Buffer }[] = [];
  #bytes = 0;
  #next: number | undefined;

  constructor(sampleRate: number) {
    this.#rate = sampleRate;
  }

  /** Takes a frame that begins at `time`, in milliseconds on the stream's line of time. */
  push(time: number, data: Buffer): void {
    const said = Math.round((time / 1000) * this.#rate);
    const expected = this.#next ?? said;
    const off = (said - expected) / this.#rate;
    // Overlapping sound is skipped; a gap stays a gap.
    if (off < -TOLERANCE_SECONDS || said < 0) return;
    const at = off > TOLERANCE_SECONDS ? said : expected;
    this.#frames.push({ at, data });
    this.#bytes += data.length;
    this.#next = at + SAMPLES_PER_FRAME;
    while (this.#frames.length > MAX_FRAMES || this.#bytes > MOST_BYTES)
      this.#bytes -= this.#frames.shift()?.data.length ?? this.#bytes;
  }

  /** Takes away what begins before `time`. */
  take(time: number): Run | undefined {
    const until = (time / 1000) * this.#rate;
    const count = this.#frames.findIndex(({ at }) => at >= until);
    const taken = this.#frames.splice(0, count === -1 ? this.#frames.length : count);
    for (const { data } of taken) this.#bytes -= data.length;
    const [first] = taken;
    if (!first) return undefined;
    const samples = taken.map(({ at, data }, index): Sample => {
      const following = taken[index + 1]?.at ?? at + SAMPLES_PER_FRAME;
      return { data, duration: following - at, shift: 0, key: true };
    });
    return { trackId: AUDIO.id, decodeAt: first.at, samples };
  }
}

import type { Clock } from '../../common/clock.ts';
import type { Feed } from '../frames/feed.ts';
import { CellEncoder } from '../h264/cell-encoder.ts';
import { BEEP, BEEP_LEAD_FRAMES, BEEP_TRACK, SILENCE } from './beep.ts';
import { clockFace, HEIGHT, WIDTH } from './clock-face.ts';

const FRAMES_PER_SECOND = 30;
const FRAME_MS = 1000 / FRAMES_PER_SECOND;
const SOUND_MS = (1024 / BEEP_TRACK.sampleRate) * 1000;
/** Further behind than this, missed frames are left out. */
const CATCH_UP_MS = 2_000;

/** A source that needs nothing but this program: a clock that can be read off the picture, and a beep each second. */
export class SyntheticSource {
  readonly #clock: Clock;
  readonly #feed: Feed;
  readonly #log: (line: string) => void;
  readonly #encoder = new CellEncoder(WIDTH, HEIGHT);
  #frames = 0;
  /** The next picture, counted from the epoch: a key frame falls on each full second. */
  #next: number;
  #soundAt: number;
  #beeping = BEEP.length;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, feed: Feed, log: (line: string) => void = () => undefined) {
    this.#clock = clock;
    this.#log = log;
    this.#feed = feed;
    this.#next = Math.ceil(clock.now() / FRAME_MS);
    this.#soundAt = this.#nextAt;
    const video = { width: WIDTH, height: HEIGHT, config: this.#encoder.config };
    // Its own clock is the time of day.
    feed.begin({ video, audio: BEEP_TRACK }, 0);
    this.#schedule();
  }

  /** Ends as an encoder does that says goodbye. */
  stop(): void {
    this.#cancel();
    this.#feed.end();
  }

  /** Stops sending without a message, for a receiver that has gone. */
  silence(): void {
    this.#cancel();
  }

  get #nextAt(): number {
    return this.#next * FRAME_MS;
  }

  #schedule(): void {
    this.#cancel = this.#clock.after(Math.max(0, this.#nextAt - this.#clock.now()), () => {
      // Called by the clock, which catches no errors.
      try {
        this.#sendDue();
        this.#schedule();
      } catch (error) {
        this.#log(`the synthetic source of a live stream broke off: ${String(error)}`);
        this.#feed.disconnect();
      }
    });
  }

  #sendDue(): void {
    const now = this.#clock.now();
    if (now - this.#nextAt > CATCH_UP_MS) {
      this.#next = Math.floor(now / FRAME_MS);
      this.#soundAt = Math.max(this.#soundAt, this.#nextAt);
    }
    while (this.#nextAt <= now) {
      this.#sendPicture(this.#nextAt, this.#next % FRAMES_PER_SECOND === 0);
      this.#next++;
      while (this.#soundAt < this.#nextAt) this.#sendSound();
    }
  }

  #sendPicture(at: number, wantsKey: boolean): void {
    const { key, data } = this.#encoder.encode(clockFace(at, this.#frames++), wantsKey);
    this.#feed.push({ kind: 'video', decodeAt: at, showAt: at, key, data });
  }

  #sendSound(): void {
    const at = this.#soundAt;
    // The tone, some frames into the beep, is to be heard when the second begins.
    const tone = at + BEEP_LEAD_FRAMES * SOUND_MS;
    if (this.#beeping >= BEEP.length && tone % 1000 < SOUND_MS) this.#beeping = 0;
    const data = BEEP[this.#beeping++] ?? SILENCE;
    this.#feed.push({ kind: 'audio', decodeAt: at, showAt: at, key: true, data });
    this.#soundAt += SOUND_MS;
  }
}

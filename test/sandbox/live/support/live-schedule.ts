import { FailureLog } from '../../../../packages/vh-elements-sandbox/src/store/database/failure-log.ts';
import { Channel } from '../../../../packages/vh-elements-sandbox/src/live/channel.ts';
import type { Feed } from '../../../../packages/vh-elements-sandbox/src/live/frames/feed.ts';
import { firstSequence } from '../../../../packages/vh-elements-sandbox/src/live/parts/first-sequence.ts';
import { Presentation } from '../../../../packages/vh-elements-sandbox/src/live/hls/presentation.ts';
import { SegmentFiles } from '../../../../packages/vh-elements-sandbox/src/live/hls/segment-files.ts';
import type { Tracks } from '../../../../packages/vh-elements-sandbox/src/live/frames/media-frame.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import type { Dice } from '../../../support/seeded.ts';

const WINDOW_SECONDS = 40;
const FRAME_MS = 40;
/** Two encodings, so that a source may change its own. */
const TRACKS: readonly Tracks[] = [1, 2].map((config) => ({
  video: { width: 64, height: 36, config: Buffer.of(config) },
}));

/** Segments that need no disk. */
class NoFiles extends SegmentFiles {
  override write(): void {}
  override remove(): void {}
}

/** A source whose clock is its own. */
interface Encoder {
  feed: Feed;
  /** Milliseconds. */
  at: number;
  frames: number;
  keyEvery: number;
}

/** A live stream whose sources come, go, hurry, jump and take over as the dice say. */
export class LiveSchedule {
  readonly clock = new FakeClock();
  readonly #dice: Dice;
  readonly #createdAt = this.clock.now();
  #channel: Channel;
  #runs = 0;
  /** The newest last; older ones keep sending, as encoders do that have not noticed. */
  #encoders: Encoder[] = [];

  constructor(dice: Dice) {
    this.#dice = dice;
    this.#channel = this.#makeChannel();
  }

  /** What players are given; undefined while there is nothing whole. */
  get presentation(): Presentation | undefined {
    const { presentation } = this.#channel;
    return presentation?.segments[0]?.complete ? presentation : undefined;
  }

  /** Does one thing; says what. */
  step(): string {
    const { below, pick } = this.#dice;
    const encoder = this.#encoders.at(-1);
    const roll = below(100);
    if (!encoder || roll < 8) return this.#open();
    if (roll < 55) return this.#send(encoder, 200 + below(2_000), true);
    if (roll < 62) return this.#send(encoder, 1_000 + below(40_000), false);
    if (roll < 66) return this.#send(pick(this.#encoders), below(1_000), false);
    if (roll < 80) return this.#pass(pick([50, 500, 3_000, 11_000]));
    if (roll < 82) return this.#pass(61_000);
    if (roll < 86) return this.#begin(encoder);
    if (roll < 89) return this.#jump(encoder);
    if (roll < 94) return this.#leave(encoder, 'disconnect');
    if (roll < 97) return this.#leave(encoder, 'end');
    if (roll < 99) return this.#complete();
    return this.#restart();
  }

  #makeChannel(): Channel {
    const files = new NoFiles('', new FailureLog(() => undefined));
    return new Channel({
      clock: this.clock,
      present: () =>
        new Presentation({
          clock: this.clock,
          files,
          firstSequence: firstSequence({
            now: this.clock.now(),
            createdAt: this.#createdAt,
            runs: this.#runs,
            next: this.#channel.presentation?.nextSequence,
          }),
          discontinuities: this.#runs,
          windowSeconds: WINDOW_SECONDS,
        }),
      onStart: () => undefined,
      onRun: () => void this.#runs++,
      onFrame: () => undefined,
      onPart: () => undefined,
      onEnd: () => undefined,
    });
  }

  #open(): string {
    const encoder = { feed: this.#channel.open(), at: this.#dice.below(1e6), frames: 0, keyEvery: 25 };
    this.#encoders = [...this.#encoders.slice(-2), encoder];
    this.#begin(encoder);
    return 'a source takes over';
  }

  #begin(encoder: Encoder): string {
    encoder.keyEvery = this.#dice.pick([12, 25, 50, 250]);
    encoder.frames = 0;
    encoder.feed.begin(this.#dice.pick(TRACKS));
    return 'a source says how it is encoded';
  }

  #jump(encoder: Encoder): string {
    encoder.at += this.#dice.pick([-5_000, 1_500, 60_000]);
    return 'the clock of a source jumps';
  }

  #send(encoder: Encoder, milliseconds: number, isLive: boolean): string {
    for (let passed = 0; passed < milliseconds; passed += FRAME_MS) {
      const { at } = encoder;
      const key = encoder.frames++ % encoder.keyEvery === 0;
      encoder.feed.push({ kind: 'video', decodeAt: at, showAt: at, key, data: Buffer.of(0) });
      encoder.at += FRAME_MS;
      if (isLive) this.clock.advance(FRAME_MS);
    }
    return `a source sends ${String(milliseconds)} ms ${isLive ? 'as they pass' : 'at once'}`;
  }

  #pass(milliseconds: number): string {
    this.clock.advance(milliseconds);
    return `${String(milliseconds)} ms pass`;
  }

  #leave({ feed }: Encoder, how: 'disconnect' | 'end'): string {
    feed[how]();
    return `a source leaves: ${how}`;
  }

  #complete(): string {
    this.#channel.close();
    return 'the broadcast is ended';
  }

  /** All that is left is what the database knows. */
  #restart(): string {
    this.#channel.close();
    this.#encoders = [];
    this.clock.advance(1_000);
    this.#channel = this.#makeChannel();
    return 'the sandbox restarts';
  }
}

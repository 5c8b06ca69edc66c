import type { ViewingFact } from '../ports/viewing.ts';

type Range = [from: number, to: number];

interface Sample {
  mono: number;
  position: number;
  rate: number;
}

/**
 * Seconds: ranges that come so near to each other were watched without a break. Positions are samples, and the clock of
 * media jumps as they resume.
 */
const JOIN_SECONDS = 0.075;
/** The ranges of a viewer who scrubs for an hour must fit in a delivery. */
const MAX_RANGES = 200;
/** A shorter stand is none to a viewer. */
const MIN_STAND_MS = 250;
/** Without a look for so long, the page was frozen or asleep, and nothing is known of the time between. */
const FROZEN_MS = 5_000;
/** Browsers move their clocks in steps: a look that comes sooner after another one says nothing new. */
const STEP_MS = 50;
/** A standing playhead that moved for a shorter time was nudged. */
const MOVES_MS = 50;
/** Seconds beyond what time allows: an advance that is larger is a jump. */
const JUMP_SECONDS = 0.5;
/** A seek hides how far the media had played since the last look; a look further back reveals nothing of it. */
const MAX_GUESS_MS = 1_000;

/**
 * Follows the playhead from look to look: how long it moved, over which parts, and when it stood although it should
 * have moved. Between two looks it works out when the playhead stopped or resumed, from how far it came.
 */
export class Playhead {
  readonly ranges = new WatchedRanges();
  /** Milliseconds in which it moved. */
  watchTime = 0;
  stands = 0;
  /** Milliseconds of the stands that are over. */
  stoodFor = 0;
  /** When the media said last that they play: their clock jumps then, and waits for the sound. */
  resumedAt = 0;
  readonly #emit: (fact: ViewingFact, mono: number) => void;
  /** The last look while it should move. */
  #last: Sample | undefined;
  /** When it moved last, and the last look that found it where it was before. */
  #movedAt = 0;
  #stillAt = -Infinity;
  #stand: { mono: number; position: number } | undefined;
  /** A start and a seek take their time: until it moves, that is no stand. */
  #isStarting = true;

  constructor(emit: (fact: ViewingFact, mono: number) => void) {
    this.#emit = emit;
  }

  /** True while it should move. */
  get isFollowed(): boolean {
    return this.#last !== undefined;
  }

  /**
   * A look while it should move. Returns the milliseconds in which it moved since the last one. Where another follows
   * anyway, one that comes too soon to tell is left out.
   */
  look(position: number, rate: number, mono: number, isLast?: boolean): number {
    const last = this.#last;
    const isEarly = last?.rate === rate && mono - last.mono < STEP_MS && position >= last.position;
    if (isEarly && !isLast) return 0;
    this.#last = { position, rate, mono };
    if (!last) {
      this.#movedAt = mono;
      return 0;
    }
    const elapsed = mono - last.mono;
    const time = ((position - last.position) / last.rate) * 1000;
    if (elapsed === 0 && time === 0) return 0;
    if (time > 0 && time < elapsed * 1.25 + JUMP_SECONDS * 1000)
      return this.#move(last, Math.min(time, elapsed));
    if (time !== 0 && this.#stand) this.#stand.position = position;
    if (elapsed > FROZEN_MS) {
      this.#end(last.mono);
      this.#movedAt = mono;
    } else if (!this.#isStarting && mono - this.#movedAt >= MIN_STAND_MS) this.#begin(position);
    this.#stillAt = mono;
    return 0;
  }

  /** It need not move from now on: paused, ended, left. */
  stop(position: number, mono: number): number {
    const time = this.#last ? this.look(position, this.#last.rate, mono, true) : 0;
    this.#end(mono);
    this.#last = undefined;
    return time;
  }

  /** Where it is by now, if it kept moving as it was last seen to; undefined while it need not move. */
  guess(mono: number): number | undefined {
    const last = this.#last;
    if (!last || this.#stand || this.#isStarting || this.#stillAt === last.mono) return last?.position;
    return last.position + (Math.min(mono - last.mono, MAX_GUESS_MS) / 1000) * last.rate;
  }

  /** A viewer's seek has begun: until it moves again, nothing is a stand. */
  leap(): void {
    this.#isStarting = true;
  }

  /** The engine moves it, and a viewer waits meanwhile. */
  shift(position: number): void {
    if (this.#last) this.#last.position = position;
    if (this.#stand) this.#stand.position = position;
  }

  #move(last: Sample, time: number): number {
    const { mono, position, rate } = this.#last ?? last;
    this.watchTime += time;
    this.ranges.add(last.position, position);
    let movedAt = this.#stillAt === last.mono ? mono : last.mono + time;
    if (!this.#isStarting && mono - last.mono <= FROZEN_MS && mono - time - this.#movedAt >= MIN_STAND_MS)
      this.#begin(last.position);
    if (this.#stand) {
      const moved = ((position - this.#stand.position) / rate) * 1000;
      // The clock may creep on as media run dry.
      if (moved < MOVES_MS) return time;
      this.#end(Math.max(this.#stillAt, this.resumedAt, mono - moved));
      // It has moved since: the same time is not the beginning of another stand.
      movedAt = mono;
    }
    this.#isStarting = false;
    this.#movedAt = movedAt;
    return time;
  }

  #begin(position: number): void {
    if (this.#stand) return;
    this.#stand = { mono: this.#movedAt, position };
    this.stands++;
    this.#emit({ type: 'rebuffer.begin', at: position }, this.#movedAt);
  }

  #end(mono: number): void {
    if (!this.#stand) return;
    const { mono: begun, position: at } = this.#stand;
    this.#stand = undefined;
    this.#movedAt = mono;
    const lasted = Math.max(0, Math.round(mono - begun));
    this.stoodFor += lasted;
    this.#emit({ type: 'rebuffer.end', at, lasted }, mono);
  }
}

/** The parts of the media that were played, whatever the order. */
class WatchedRanges {
  #ranges: Range[] = [];

  /** The merged ranges in the order of the media, in seconds. */
  get list(): readonly (readonly [from: number, to: number])[] {
    return this.#ranges.map(([from, to]) => [toMillis(from), toMillis(to)]);
  }

  /** Adds a part that was played. Beyond a bound, the shortest parts are forgotten. */
  add(from: number, to: number): void {
    let joined: Range = [from, to];
    const others = this.#ranges.filter((range) => {
      const isApart = range[0] > joined[1] + JOIN_SECONDS || range[1] < joined[0] - JOIN_SECONDS;
      if (!isApart) joined = [Math.min(range[0], joined[0]), Math.max(range[1], joined[1])];
      return isApart;
    });
    if (others.length >= MAX_RANGES) {
      const lengths = others.map(([begin, end]) => end - begin);
      others.splice(lengths.indexOf(Math.min(...lengths)), 1);
    }
    this.#ranges = [...others, joined].sort((a, b) => a[0] - b[0]);
  }
}

function toMillis(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

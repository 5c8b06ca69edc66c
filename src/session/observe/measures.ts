import type { ViewingFact, ViewingTotals } from '../ports/viewing.ts';
import type { Change, Fact } from './fact.ts';
import { Playhead } from './playhead.ts';
import { RunningTotals } from './running-totals.ts';
import type { MediaMoment } from './session-media.ts';

/** A viewer who leaves after a shorter wait has not been kept waiting. */
const MIN_EXIT_MS = 1_000;

type Emit = (fact: ViewingFact, mono: number) => void;

/**
 * Measures all that formats have beyond the seven types of the first generation: the first frame, rebuffering, changes and
 * the sums. A viewing machine has one where a format needs it. Pure, as the machine is.
 */
export class Measures {
  readonly #begunAt: number;
  readonly #emit: Emit;
  readonly #totals = new RunningTotals();
  readonly #playhead: Playhead;
  /** No number before the intent. */
  #intentAt = NaN;
  #isAutoplay = false;
  /** No number before `ready`. */
  #readyAt = NaN;
  #hasStarted = false;
  /** The last change of each type, so that the same again is none. */
  readonly #last = new Map<string, string>(
    [
      { type: 'rate', rate: 1 },
      { type: 'captions', language: null },
      { type: 'fullscreen', on: false },
      { type: 'picture-in-picture', on: false },
      { type: 'visible', on: true },
      { type: 'volume' },
      { type: 'rendition' },
    ].map((change) => [change.type, JSON.stringify(change)]),
  );

  constructor(begunAt: number, emit: Emit) {
    this.#begunAt = begunAt;
    this.#emit = emit;
    this.#playhead = new Playhead(emit);
  }

  /** True until the first frame. */
  get starting(): boolean {
    return !this.#hasStarted;
  }

  /** The sums so far. */
  get totals(): ViewingTotals {
    return this.#totals.totals(this.#playhead);
  }

  /** Where the playhead is by now, if it kept moving; undefined while it need not. */
  guess(now: number): number | undefined {
    return this.#playhead.guess(now);
  }

  /** A fact has come. `from` is where the playhead was before it. */
  see(fact: Fact, seen: MediaMoment, playing: boolean, from: number, now: number): void {
    if (fact.type === 'look') this.#totals.find(fact);
    if (fact.type === 'playing') this.#playhead.resumedAt = now;
    if (fact.type === 'leave' || fact.type === 'emptied' || fact.type === 'failure')
      this.#count(this.#playhead.stop(seen.currentTime, now), from, now);
    else this.#look(seen, playing, from, now);
    // One from before the press is of a film that was loaded, and does not play yet.
    if (fact.type === 'frame' && this.#playhead.isFollowed && fact.shownAt >= this.#intentAt)
      this.#start(fact.shownAt, seen.currentTime);
  }

  /** The events of a fact are reported: a play may have just begun. */
  seeAfter(seen: MediaMoment, playing: boolean, from: number, now: number): void {
    if (!this.#playhead.isFollowed) this.#look(seen, playing, from, now);
  }

  /** The machine reports an event that is not a fact of the media. */
  note(event: ViewingFact, now: number): void {
    if (event.type === 'intent') {
      this.#intentAt = now;
      this.#isAutoplay = event.by === 'autoplay';
    }
    if (event.type === 'ready') {
      this.#readyAt = now;
      this.#totals.playerStartup = Math.round(now - this.#begunAt);
    }
    if ('from' in event) this.#totals.seekCount++;
  }

  /** A seek begins: the viewer's, or one of the engine to `to`. The playhead was at `from`. */
  leap(from: number, before: number, now: number): void {
    this.#count(this.#playhead.stop(from, now), before, now);
    this.#playhead.leap();
  }

  move(from: number, { currentTime, playbackRate }: MediaMoment, before: number, now: number): void {
    this.#count(this.#playhead.look(from, playbackRate, now, true), before, now);
    this.#playhead.shift(currentTime);
  }

  /** Media that were away are back. */
  shift(position: number): void {
    this.#playhead.shift(position);
  }

  /** Reports the event that a fact is by itself. */
  report(fact: Fact, at: number, now: number): void {
    const totals = this.#totals;
    if (fact.type === 'return') totals.exitBeforeStart = false;
    if (fact.type === 'leave') {
      totals.exitBeforeStart =
        this.starting && totals.failedAt === undefined && now - this.#intentAt >= MIN_EXIT_MS;
      this.#emit({ type: 'leave', at }, now);
    }
    if (fact.type === 'failure') totals.failedAt ??= now;
    if (fact.type === 'failure' || fact.type === 'error') this.#emit({ ...fact, at }, now);
    if (fact.type === 'rendition') totals.bitrate = fact.bitrate || undefined;
    const text = JSON.stringify(fact);
    if ((this.#last.get(fact.type) ?? text) === text) return;
    this.#last.set(fact.type, text);
    this.#emit({ ...(fact as Change), at }, now);
  }

  #look(
    { currentTime, playbackRate, paused, ended, seeking }: MediaMoment,
    playing: boolean,
    from: number,
    now: number,
  ): void {
    const isToMove = playing && !paused && !ended && !seeking && playbackRate > 0;
    const playhead = this.#playhead;
    const ms = isToMove ? playhead.look(currentTime, playbackRate, now) : playhead.stop(currentTime, now);
    this.#count(ms, from, now);
  }

  #count(ms: number, from: number, now: number): void {
    if (ms <= 0) return;
    this.#start(now - ms, from);
    const { failedAt } = this.#totals;
    if (failedAt !== undefined) {
      const lasted = Math.max(0, Math.round(now - ms - failedAt));
      this.#emit({ type: 'recovered', lasted, at: from }, now - ms);
    }
    this.#totals.play(ms);
  }

  #start(mono: number, at: number): void {
    const shownAt = Math.max(mono, this.#intentAt);
    if (!this.starting || Number.isNaN(shownAt)) return;
    this.#hasStarted = true;
    // What the first frame dates, since the code was not there yet, took an unknown time.
    const isUnknown = this.#isAutoplay && shownAt === this.#intentAt;
    const startup = isUnknown ? undefined : Math.round(shownAt - this.#intentAt);
    if (shownAt <= this.#readyAt) this.#totals.playerStartup = undefined;
    this.#totals.videoStartup = startup;
    this.#emit({ type: 'first-frame', ...(startup !== undefined && { startup }), at }, shownAt);
  }
}

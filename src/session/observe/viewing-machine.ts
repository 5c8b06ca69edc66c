import type { ViewingFact, ViewingTotals } from '../ports/viewing.ts';
import type { Fact } from './fact.ts';
import type { Measures } from './measures.ts';
import { seconds, StateMachine, type MediaMoment } from './state-machine.ts';

/**
 * An event with its moment by the page's own clock, and without a number: the session gives it one, once the page has let
 * it pass.
 */
export type DatedFact = ViewingFact & { mono: number };

/** As `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3;
/** Seconds: media that come back further away than this were moved by the viewer. */
const SAME_PLACE_SECONDS = 1;
/** Seconds: an engine's seek ends where it was aimed, but for rounding. */
const AIM_SECONDS = 0.1;

/** Inputs that say nothing of the viewer while the media are away. */
const heldBack: ReadonlySet<string> = new Set(['seeking', 'seeked', 'ended']);

/** Media that are being loaded again, and where the viewer was in them. */
interface Away {
  position: number;
  /** They keep playing. */
  goesOn: boolean;
  /** Where they were at the last look, once they could play. */
  seen?: number | undefined;
}

/**
 * Turns facts about the media and their player into the events of one viewing. Pure: no clock, no timer, no element of
 * its own. The seven events of the first generation are those of `StateMachine`; with `Measures`, there are the others and
 * the sums as well.
 */
export class ViewingMachine {
  readonly #isLive: boolean;
  readonly #states: StateMachine;
  readonly #measures: Measures | undefined;
  #events: DatedFact[] = [];
  #mono: number;
  /** The last position that was neither a seek's nor that of media that are away. */
  #place = 0;
  /** The one before the present fact. */
  #before = 0;
  #progress: 'loading' | 'ready' | 'moved' = 'loading';
  #away: Away | undefined;
  #seeking: 'viewer' | 'engine' | undefined;
  #engineSeek: { to?: number | undefined } | undefined;
  #intentAt: number | undefined;
  #hasLeft = false;

  constructor(options: { live: boolean; begun: number; measures?: typeof Measures | undefined }) {
    const { live, begun, measures: Measuring } = options;
    this.#isLive = live;
    this.#mono = begun;
    this.#states = new StateMachine(options);
    this.#measures = Measuring && new Measuring(begun, (fact, mono) => this.#emit(fact, mono));
  }

  /** True from `play` or `resume` until `pause` or `end`: looks are wanted. */
  get playing(): boolean {
    return this.#states.playing;
  }

  /** True while a pause waits for `settle`. */
  get holding(): boolean {
    return this.#states.holding;
  }

  /** True until the first frame: frames are wanted. */
  get starting(): boolean {
    return this.#measures ? this.#measures.starting : this.#progress !== 'moved';
  }

  /** The sums so far; undefined where nothing is measured. */
  get totals(): ViewingTotals | undefined {
    return this.#measures?.totals;
  }

  /** Takes a fact, and returns the events that follow from it: often none. Facts come in the order of their moments. */
  handle(fact: Fact, media: Readonly<MediaMoment>, mono: number): readonly DatedFact[] {
    this.#events = [];
    const from = (this.#before = this.#place);
    const now = (this.#mono = Math.max(this.#mono, mono));
    if (this.#hasLeft && fact.type !== 'return') return [];
    this.#hasLeft = fact.type === 'leave';
    if (fact.type === 'engine-seek') this.#engineSeek = fact;
    const seen = this.#seenBy(fact, media, now);
    if (fact.type === 'intent' || !seen.paused) this.#want('by' in fact ? fact.by : 'page', now);
    const { playing } = this;
    if (playing && !seen.seeking && seen.currentTime > from) this.#progress = 'moved';
    this.#measures?.see(fact, seen, playing, from, now);
    this.#feed(fact, seen, now);
    this.#measures?.seeAfter(seen, this.playing, from, now);
    this.#measures?.record(fact, this.#away?.position ?? this.#place, now);
    return this.#events;
  }

  /** The media as they are to the viewer: an engine's own doings are left out. */
  #seenBy(fact: Fact, media: MediaMoment, now: number): MediaMoment {
    const isGone = fact.type === 'emptied' || fact.type === 'interrupted' || fact.type === 'failure';
    if (this.#progress !== 'loading' && (isGone || media.readyState === 0))
      this.#away ??= { position: this.#measures?.guess(now) ?? this.#place, goesOn: this.playing };
    if (this.#away) {
      if (isGone) this.#away.goesOn = fact.type === 'interrupted';
      if (!this.#isBack(this.#away, media, now)) {
        const { position, goesOn } = this.#away;
        const away = { ...media, currentTime: position, seeking: false };
        return goesOn ? { ...away, paused: false, ended: false } : away;
      }
    }
    const seen = this.#withoutEngineSeek(fact, media, now);
    if (!seen.seeking) this.#place = seen.currentTime;
    return seen;
  }

  /** Media are back when they move. */
  #isBack(away: Away, media: MediaMoment, now: number): boolean {
    const { currentTime, paused, ended, seeking, readyState } = media;
    // They may come to their end before another look.
    const isReady = !seeking && (ended || (!paused && readyState >= HAVE_FUTURE_DATA));
    const { seen, position } = away;
    away.seen = isReady ? currentTime : undefined;
    if (!isReady || seen === undefined || currentTime <= seen) return false;
    this.#away = undefined;
    if (!this.starting && !this.#isLive && Math.abs(seen - position) > SAME_PLACE_SECONDS) {
      this.#take('seeking', media, now);
      this.#take('seeked', { ...media, currentTime: seen }, now);
    }
    this.#measures?.shift(seen);
    return true;
  }

  #withoutEngineSeek(fact: Fact, media: MediaMoment, now: number): MediaMoment {
    if (!media.seeking && fact.type !== 'seeking') {
      // Media seek as soon as they are asked to: an announced seek is over, or never came.
      if (media.readyState > 0 && fact.type !== 'engine-seek') this.#engineSeek = undefined;
      this.#seeking = undefined;
      return media;
    }
    const { to } = this.#engineSeek ?? { to: NaN };
    const isEngines = to === undefined || Math.abs(to - media.currentTime) < AIM_SECONDS;
    const kind = isEngines ? 'engine' : 'viewer';
    if (this.#seeking !== kind && this.#seeking !== 'viewer') this.#beginSeek(kind, media, now);
    return this.#seeking === 'engine' ? { ...media, seeking: false } : media;
  }

  #beginSeek(kind: 'viewer' | 'engine', media: MediaMoment, now: number): void {
    this.#seeking = kind;
    const from = this.#measures?.guess(now);
    if (from === undefined) return;
    if (kind === 'engine') return this.#measures?.move(from, media, this.#before, now);
    this.#measures?.leap(from, this.#before, now);
    this.#take('timeupdate', { ...media, currentTime: from, seeking: false }, now);
  }

  #want(by: 'viewer' | 'page' | 'autoplay', now: number): void {
    if (this.#intentAt !== undefined) return;
    this.#intentAt = now;
    const intent = { type: 'intent', by, at: this.#place } as const;
    this.#measures?.note(intent, now);
    this.#emit(intent, now);
  }

  #feed(fact: Fact, media: MediaMoment, now: number): void {
    const type = fact.type === 'failure' ? 'emptied' : fact.type;
    const isHeldBack = this.#away && heldBack.has(type);
    if (isHeldBack || (type === 'seeking' && this.#seeking === 'engine')) return;
    this.#take(type, media, now);
  }

  #take(input: string, media: MediaMoment, now: number): void {
    for (const event of this.#states.handle(input, media, now)) {
      if (event.type === 'ready') this.#progress = 'ready';
      this.#measures?.note(event, now);
      this.#events.push(event);
    }
  }

  #emit(fact: ViewingFact, mono: number): void {
    if ('at' in fact) fact.at = seconds(fact.at);
    this.#events.push({ ...fact, mono });
  }
}

import type { Viewing, ViewingFact, ViewingTotals } from '../ports/viewing.ts';
import type { Fact } from './fact.ts';
import type { Measures } from './measures.ts';
import { SeenMedia } from './seen-media.ts';
import type { MediaMoment } from './session-media.ts';

/**
 * An event with its moment by the page's own clock, and without a number: the session gives it one, once the page has let
 * it pass.
 */
export type DatedFact = ViewingFact & { mono: number };

/** Seconds: shorter jumps are an engine's nudge over a gap, and `timeupdate` is no finer than this. */
const MIN_SEEK_SECONDS = 0.25;
/** Seconds: media that come back further away than this were moved by the viewer. */
const SAME_PLACE_SECONDS = 1;
/** Seconds at normal speed: this near to the start or the end counts as there, since positions are samples. */
const EDGE_SECONDS = 0.5;
/** `timeupdate` comes every 250 ms while media play. Later than this after one, they stand. */
const MAX_GUESS_MS = 300;

/** A pause that may turn out to be the start of a scrub or of the end, and the seeks that came after it. */
interface HeldPause {
  pause: DatedFact;
  seeks: DatedFact[];
  isScrub: boolean;
}

/**
 * Turns facts about the media and their player into the events of one viewing. Pure: no clock, no timer, no element of its own.
 *
 * It begins with `intent` and `ready`. Then `play`, and `pause` or `end` with `resume` after each; seeks come anywhere after
 * `ready`. With `Measures`, there are the other events and the sums as well. A format writes of them what it has a place for.
 */
export class ViewingMachine {
  readonly #kind: Viewing['kind'];
  readonly #seen = new SeenMedia();
  readonly #measures: Measures | undefined;
  #events: DatedFact[] = [];
  /** The moment of the present fact. */
  #now: number;
  /** Media that play again after their end are `rewinding` until they are back at their start. */
  #phase: 'loading' | 'ready' | 'playing' | 'rewinding' | 'paused' | 'ended' = 'loading';
  /** Who asked for playback first. */
  #askedBy: 'viewer' | 'page' | 'autoplay' | undefined;
  #hasMoved = false;
  #hasLeft = false;
  /** Where the viewer has come to by playing and by seeking. */
  #position = 0;
  /** When that was seen while they played; 0 where it never was. */
  #positionAt = 0;
  /** Where the seek in progress began. */
  #seekFrom: number | undefined;
  #heldPause: HeldPause | undefined;

  constructor(options: { kind: Viewing['kind']; begun: number; measures?: typeof Measures | undefined }) {
    const { kind, begun, measures: Measuring } = options;
    this.#kind = kind;
    this.#now = begun;
    this.#measures = Measuring && new Measuring(begun, (fact, mono) => this.#add(fact, mono));
  }

  /** True from `play` or `resume` until `pause` or `end`: looks are wanted. */
  get playing(): boolean {
    return this.#phase === 'playing' || this.#phase === 'rewinding';
  }

  /** True while a pause waits for a `settle` to be believed. */
  get holding(): boolean {
    return this.#heldPause !== undefined && this.#seekFrom === undefined;
  }

  /** True until the first frame: frames are wanted. */
  get starting(): boolean {
    return this.#measures ? this.#measures.starting : !this.#hasMoved;
  }

  /** The sums so far; undefined where nothing is measured. */
  get totals(): ViewingTotals | undefined {
    return this.#measures?.totals;
  }

  /** Takes a fact, and returns the events that follow from it: often none. Facts come in the order of their moments. */
  handle(fact: Fact, media: Readonly<MediaMoment>, mono: number): readonly DatedFact[] {
    this.#events = [];
    const now = (this.#now = Math.max(this.#now, mono));
    if (this.#hasLeft && fact.type !== 'return') return [];
    this.#hasLeft = fact.type === 'leave';
    const measures = this.#measures;
    const before = this.#seen.place;
    const seen = this.#see(fact, media, before);
    if (fact.type === 'intent' || !seen.paused) this.#want('by' in fact ? fact.by : 'page');
    if (this.playing && !seen.seeking && seen.currentTime > before) this.#hasMoved = true;
    measures?.see(fact, seen, this.playing, before, now);
    if (!this.#seen.hides(fact.type)) this.#take(fact.type, seen);
    measures?.seeAfter(seen, this.playing, before, now);
    measures?.report(fact, this.#seen.position, now);
    return this.#events;
  }

  /** The media as they are to the viewer, who was at `before`. */
  #see(fact: Fact, media: MediaMoment, before: number): MediaMoment {
    const isReady = this.#phase !== 'loading';
    const playhead = this.#measures?.guess(this.#now);
    const { moment, back, seekOf } = this.#seen.see(fact, media, {
      isReady,
      playing: this.playing,
      playhead,
    });
    if (back) {
      const isMoved = Math.abs(back.to - back.from) > SAME_PLACE_SECONDS;
      if (isMoved && !this.starting && this.#kind === 'video') {
        this.#take('seeking', media);
        this.#take('seeked', { ...media, currentTime: back.to });
      }
      this.#measures?.shift(back.to);
    }
    if (seekOf) this.#leap(seekOf, media, before);
    return moment;
  }

  /** A seek begins: the playhead was further on than at the last look. */
  #leap(seekOf: 'viewer' | 'engine', media: MediaMoment, before: number): void {
    const from = this.#measures?.guess(this.#now);
    if (from === undefined) return;
    if (seekOf === 'engine') return this.#measures?.move(from, media, before, this.#now);
    this.#measures?.leap(from, before, this.#now);
    this.#keepPosition({ ...media, currentTime: from, seeking: false });
  }

  /** Only the first wish of a viewing says something new. */
  #want(by: 'viewer' | 'page' | 'autoplay'): void {
    if (this.#askedBy) return;
    this.#askedBy = by;
    this.#add({ type: 'intent', by, at: this.#seen.place });
  }

  #take(type: Fact['type'], media: MediaMoment): void {
    this.#step(type, media);
    this.#keepPosition(media);
  }

  #step(type: Fact['type'], media: MediaMoment): void {
    if (this.#phase === 'loading') {
      if (type === 'attach' || type === 'loadedmetadata') this.#start(media);
      return;
    }
    switch (type) {
      case 'play':
        return this.#play(media);
      case 'pause':
        return this.#pause(media);
      case 'seeking':
        return this.#seek(media);
      case 'seeked':
        return media.seeking ? undefined : this.#finishSeek(media);
      case 'ended':
        return this.#end(media);
      case 'settle':
        return media.paused && this.holding ? this.#release(true) : undefined;
      case 'emptied':
      case 'failure':
        // Reloading stops the media without a `pause`, and its position is no longer the viewer's.
        this.#seekFrom = undefined;
        return this.#stop(this.#position);
      case 'leave':
        this.#finishSeek(media);
        return this.#stop(media.currentTime);
      case 'return':
        return media.paused ? undefined : this.#play(media);
      case 'attach':
        // It follows media that have played before.
        if (media.seeking) this.#seek(media);
        if (media.ended) return this.#end(media);
        if (media.paused) this.#pause(media);
        return;
      default:
      // Anything else only says where the media are.
    }
  }

  #start(media: MediaMoment): void {
    if (media.readyState < 1) return;
    this.#phase = 'ready';
    this.#position = seconds(media.currentTime);
    this.#add({ type: 'ready', at: media.currentTime });
    if (!media.paused) this.#play(media);
  }

  #play(media: MediaMoment): void {
    // A pause with a seek behind it was a scrub: the viewer never stopped watching.
    if (this.#heldPause) this.#release(!this.#heldPause.isScrub);
    if (this.playing) return;
    this.#add({ type: this.#phase === 'ready' ? 'play' : 'resume', at: media.currentTime });
    this.#phase = this.#phase === 'ended' && media.seeking ? 'rewinding' : 'playing';
  }

  #pause(media: MediaMoment): void {
    if (!this.playing || this.#heldPause || media.ended) return;
    const seeking = media.seeking || this.#seekFrom !== undefined;
    if (!seeking) this.#position = seconds(media.currentTime);
    const pause = { type: 'pause', at: this.#position } as const;
    if (seeking || isAtEnd(media.currentTime, media)) {
      this.#heldPause = { pause: { ...pause, mono: this.#now }, seeks: [], isScrub: seeking };
    } else {
      this.#add(pause);
      this.#phase = 'paused';
    }
  }

  #seek(media: MediaMoment): void {
    if (this.#seekFrom !== undefined || (this.#kind === 'live-stream' && this.#phase === 'ready')) return;
    const restarts = !media.paused && media.currentTime < EDGE_SECONDS * Math.max(1, media.playbackRate);
    // Some browsers say `seeking` before `play`, some after it.
    if (restarts && (this.#phase === 'ended' || this.#phase === 'rewinding')) return;
    if (restarts && media.loop && this.playing && isAtEnd(this.#position, media)) {
      this.#add({ type: 'end', at: media.duration });
      this.#add({ type: 'resume', at: media.currentTime });
      return;
    }
    if (this.#heldPause) this.#heldPause.isScrub = true;
    const isMoving = this.#positionAt && this.playing && !media.paused;
    const since = isMoving ? Math.min(this.#now - this.#positionAt, MAX_GUESS_MS) : 0;
    this.#seekFrom = seconds(this.#position + (since / 1000) * media.playbackRate);
  }

  #finishSeek(media: MediaMoment): void {
    if (this.#seekFrom === undefined) return;
    const from = this.#seekFrom;
    const to = (this.#position = seconds(media.currentTime));
    this.#seekFrom = undefined;
    if (Math.abs(to - from) < MIN_SEEK_SECONDS) return;
    const seek = { type: to > from ? 'seek.forward' : 'seek.backward', from, to } as const;
    if (this.#heldPause) this.#heldPause.seeks.push({ ...seek, mono: this.#now });
    else this.#add(seek);
  }

  #end(media: MediaMoment): void {
    this.#finishSeek(media);
    if (this.#heldPause) this.#release(false);
    if (!this.playing && this.#phase !== 'paused') return;
    this.#add({ type: 'end', at: media.currentTime });
    this.#position = seconds(media.currentTime);
    this.#phase = 'ended';
  }

  #stop(at: number): void {
    if (this.#heldPause) return this.#release(true);
    if (!this.playing) return;
    this.#add({ type: 'pause', at });
    this.#phase = 'paused';
  }

  /** Ends the doubt about a held pause, one way or the other. */
  #release(isPause: boolean): void {
    const { pause, seeks = [] } = this.#heldPause ?? {};
    this.#heldPause = undefined;
    if (pause && isPause) {
      this.#add(pause, pause.mono);
      this.#phase = 'paused';
    }
    for (const seek of seeks) this.#add(seek, seek.mono);
  }

  /** Only playing and seeking move the viewer; a reload moves the media only. */
  #keepPosition(media: MediaMoment): void {
    if (!media.seeking && this.#phase === 'rewinding') this.#phase = 'playing';
    if (this.playing && !media.seeking && this.#seekFrom === undefined) {
      this.#position = seconds(media.currentTime);
      this.#positionAt = this.#now;
    }
  }

  #add(fact: ViewingFact, mono = this.#now): void {
    const event: DatedFact = { ...fact, mono };
    if ('at' in event) event.at = seconds(event.at);
    this.#measures?.note(event, this.#now);
    this.#events.push(event);
  }
}

function isAtEnd(position: number, { duration, playbackRate }: MediaMoment): boolean {
  return duration > 0 && position > duration - EDGE_SECONDS * Math.max(1, playbackRate);
}

/** A position as it is reported: to the millisecond. */
function seconds(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.round(value * 1000) / 1000) : 0;
}

/** The part of a media element that a session reads. A `<video>` fits, and so does a `<vh-player>`. */
export interface SessionMedia extends EventTarget {
  readonly currentTime: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  readonly loop: boolean;
  readonly playbackRate: number;
  readonly readyState: number;
  readonly played?: TimeRanges;
}

/** The state of the media at the moment of an input. */
export type MediaMoment = Omit<SessionMedia, keyof EventTarget | 'played'>;

/** The native events that the machines need. */
export const mediaInputs = [
  'loadedmetadata',
  'play',
  'playing',
  'waiting',
  'pause',
  'seeking',
  'seeked',
  'timeupdate',
  'ended',
  'emptied',
] as const;

/**
 * The inputs: the native events; `attach`, first of all; `settle`, when a held pause has waited long enough;
 * `leave` and `return`, when the page goes and comes back.
 */
export type MachineInput = (typeof mediaInputs)[number] | 'attach' | 'settle' | 'leave' | 'return';

/** One event of a viewing. Positions are seconds; `mono` is its moment, by the clock of the inputs. */
export type SessionEvent = { mono: number } & (
  | { type: 'ready' | 'play' | 'resume' | 'pause' | 'end'; at: number }
  | { type: 'seek.forward' | 'seek.backward'; from: number; to: number }
);

type PlainType = Extract<SessionEvent, { at: number }>['type'];

/** Seconds: shorter jumps are an engine's nudge over a gap, and `timeupdate` is no finer than this. */
const MIN_SEEK_SECONDS = 0.25;
/** Seconds at normal speed: this near to the start or the end counts as there, since positions are samples. */
const EDGE_SECONDS = 0.5;
/** `timeupdate` comes every 250 ms while media play. Later than this after one, they stand. */
const MAX_GUESS_MS = 300;

/**
 * Turns native media events into the seven events of a viewing. Pure: no clock, no timer, no element of its own.
 *
 * Its events follow one grammar: `ready`, then `play`, then `pause` or `end` with `resume` after each, and
 * seeks anywhere after `ready`.
 */
export class StateMachine {
  readonly #live: boolean;
  #phase: 'loading' | 'ready' | 'playing' | 'paused' | 'ended' = 'loading';
  /** Where the media was when it was last known not to be seeking. */
  #position = 0;
  /** When that was seen while they played; 0 where it never was. */
  #positionAt = 0;
  /** Where the seek in progress began. */
  #from: number | undefined;
  /** True from a play after the end until the media is back at its start. */
  #rewinding = false;
  /** A pause that may turn out to be the start of a scrub or of the end, and the seeks that came after it. */
  #heldPause: { pause: SessionEvent; seeks: SessionEvent[]; isScrub: boolean } | undefined;
  #events: SessionEvent[] = [];

  constructor(options: { live: boolean }) {
    this.#live = options.live;
  }

  /** True from `play` or `resume` until `pause` or `end`. */
  get playing(): boolean {
    return this.#phase === 'playing';
  }

  /** True while a pause waits for a `settle` input to be believed. */
  get holding(): boolean {
    return this.#heldPause !== undefined && this.#from === undefined;
  }

  /**
   * Takes an input at `now`, a `MachineInput`, and returns the events that follow from it: often none. Anything else only
   * says where the media are.
   */
  handle(input: string, media: MediaMoment, now: number): readonly SessionEvent[] {
    this.#events = [];
    this.#step(input, media, now);
    this.#keepPosition(media, now);
    return this.#events;
  }

  #step(input: string, media: MediaMoment, now: number): void {
    if (this.#phase === 'loading') {
      if (input === 'attach' || input === 'loadedmetadata') this.#start(media, now);
      return;
    }
    switch (input) {
      case 'play':
        return this.#play(media, now);
      case 'pause':
        return this.#pause(media, now);
      case 'seeking':
        return this.#seek(media, now);
      case 'seeked':
        return media.seeking ? undefined : this.#finishSeek(media, now);
      case 'ended':
        return this.#end(media, now);
      case 'settle':
        return media.paused && this.holding ? this.#release(true) : undefined;
      case 'emptied':
        // Reloading stops the media without a `pause`, and its position is no longer the viewer's.
        this.#from = undefined;
        return this.#stop(this.#position, now);
      case 'leave':
        this.#finishSeek(media, now);
        return this.#stop(media.currentTime, now);
      case 'return':
        return media.paused ? undefined : this.#play(media, now);
      case 'attach':
        // It follows media that have played before.
        if (media.seeking) this.#seek(media, now);
        if (media.ended) return this.#end(media, now);
        if (media.paused) this.#pause(media, now);
    }
  }

  #start(media: MediaMoment, now: number): void {
    if (media.readyState < 1) return;
    this.#phase = 'ready';
    this.#position = seconds(media.currentTime);
    this.#emit('ready', media.currentTime, now);
    if (!media.paused) this.#play(media, now);
  }

  #play(media: MediaMoment, now: number): void {
    // A pause with a seek behind it was a scrub: the viewer never stopped watching.
    if (this.#heldPause) this.#release(!this.#heldPause.isScrub);
    if (this.#phase === 'playing') return;
    this.#emit(this.#phase === 'ready' ? 'play' : 'resume', media.currentTime, now);
    this.#rewinding = this.#phase === 'ended' && media.seeking;
    this.#phase = 'playing';
  }

  #pause(media: MediaMoment, now: number): void {
    if (this.#phase !== 'playing' || this.#heldPause || media.ended) return;
    const seeking = media.seeking || this.#from !== undefined;
    const at = seeking ? this.#position : seconds(media.currentTime);
    const pause: SessionEvent = { type: 'pause', at, mono: now };
    if (!seeking) this.#position = at;
    if (seeking || isAtEnd(media.currentTime, media)) {
      this.#heldPause = { pause, seeks: [], isScrub: seeking };
    } else {
      this.#events.push(pause);
      this.#phase = 'paused';
    }
  }

  #seek(media: MediaMoment, now: number): void {
    if (this.#from !== undefined || (this.#live && this.#phase === 'ready')) return;
    const restarts = !media.paused && media.currentTime < EDGE_SECONDS * Math.max(1, media.playbackRate);
    // Some browsers say `seeking` before `play`, some after it.
    if (restarts && (this.#phase === 'ended' || this.#rewinding)) return;
    if (restarts && media.loop && this.#phase === 'playing' && isAtEnd(this.#position, media)) {
      this.#emit('end', media.duration, now);
      this.#emit('resume', media.currentTime, now);
      return;
    }
    if (this.#heldPause) this.#heldPause.isScrub = true;
    const isMoving = this.#positionAt && this.playing && !media.paused;
    const since = isMoving ? Math.min(now - this.#positionAt, MAX_GUESS_MS) : 0;
    this.#from = seconds(this.#position + (since / 1000) * media.playbackRate);
  }

  #finishSeek(media: MediaMoment, now: number): void {
    if (this.#from === undefined) return;
    const from = this.#from;
    const to = (this.#position = seconds(media.currentTime));
    this.#from = undefined;
    if (Math.abs(to - from) < MIN_SEEK_SECONDS) return;
    const type = to > from ? 'seek.forward' : 'seek.backward';
    (this.#heldPause?.seeks ?? this.#events).push({ type, from, to, mono: now });
  }

  #end(media: MediaMoment, now: number): void {
    this.#finishSeek(media, now);
    if (this.#heldPause) this.#release(false);
    if (this.#phase !== 'playing' && this.#phase !== 'paused') return;
    this.#emit('end', media.currentTime, now);
    this.#position = seconds(media.currentTime);
    this.#phase = 'ended';
  }

  #stop(at: number, now: number): void {
    if (this.#heldPause) return this.#release(true);
    if (this.#phase !== 'playing') return;
    this.#emit('pause', at, now);
    this.#phase = 'paused';
  }

  /** Ends the doubt about a held pause, one way or the other. */
  #release(isPause: boolean): void {
    const held = this.#heldPause;
    this.#heldPause = undefined;
    if (!held) return;
    if (isPause) {
      this.#events.push(held.pause);
      this.#phase = 'paused';
    }
    this.#events.push(...held.seeks);
  }

  /** Only playing and seeking move the viewer; a reload moves the media only. */
  #keepPosition(media: MediaMoment, now: number): void {
    if (!media.seeking) this.#rewinding = false;
    if (this.#phase === 'playing' && !media.seeking && this.#from === undefined) {
      this.#position = seconds(media.currentTime);
      this.#positionAt = now;
    }
  }

  #emit(type: PlainType, at: number, now: number): void {
    this.#events.push({ type, at: seconds(at), mono: now });
  }
}

function isAtEnd(position: number, media: MediaMoment): boolean {
  const { duration, playbackRate } = media;
  return duration > 0 && position > duration - EDGE_SECONDS * Math.max(1, playbackRate);
}

/** A copy: media change. */
export function momentOf(media: MediaMoment): MediaMoment {
  const { currentTime, duration, paused, ended, seeking, loop, playbackRate, readyState } = media;
  return { currentTime, duration, paused, ended, seeking, loop, playbackRate, readyState };
}

/** A position as it is reported: to the millisecond. */
export function seconds(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.round(value * 1000) / 1000) : 0;
}

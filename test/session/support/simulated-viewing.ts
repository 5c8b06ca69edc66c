import { emptyTotals, type ViewingEvent, type ViewingTotals } from '../../../src/session/ports/viewing.ts';
import { Measures } from '../../../src/session/observe/measures.ts';
import { ViewingMachine } from '../../../src/session/observe/viewing-machine.ts';
import { mediaInputs, type Fact } from '../../../src/session/observe/fact.ts';
import { FakeMedia } from './fake-media.ts';

const LOOK_MS = 250;
/** When the viewing begins, by both clocks. */
export const BEGUN = { mono: 5_000, wall: Date.parse('2026-01-01T00:00:00Z') };

/** Media that play by a clock of the test, a machine that looks at them, and what truly happened. */
export class SimulatedViewing {
  readonly media = new FakeMedia();
  readonly machine: ViewingMachine;
  readonly events: ViewingEvent[] = [];
  /** Milliseconds in which the playhead moved, and each stand that was no start and no seek. */
  readonly truth = { watched: 0, stands: [] as number[] };
  /** Milliseconds since the viewing began. */
  now = 0;
  isStarved = false;
  #look = LOOK_MS;
  #standsSince: number | undefined;
  #hasMoved = false;

  constructor({ live = false, duration = 600, measured = true } = {}) {
    const measures = measured ? Measures : undefined;
    this.machine = new ViewingMachine({ kind: live ? 'live-stream' : 'video', begun: BEGUN.mono, measures });
    this.media.duration = duration;
    for (const type of mediaInputs) this.media.addEventListener(type, () => this.report({ type }));
    this.media.addEventListener('ratechange', () =>
      this.report({ type: 'rate', rate: this.media.playbackRate }),
    );
    this.report({ type: 'attach' });
  }

  report(fact: Fact): void {
    for (const { mono, ...event } of this.machine.handle(fact, this.media, BEGUN.mono + this.now))
      this.events.push({
        ...event,
        seq: this.events.length,
        emittedAt: Math.round(BEGUN.wall + mono - BEGUN.mono),
      });
  }

  /** The page learns of a frame that came to the screen some time ago. */
  showFrame(ago = 0): void {
    this.report({ type: 'frame', shownAt: BEGUN.mono + this.now - ago });
  }

  /** A viewing whose media have loaded and were asked to play. */
  static playing(options?: { live?: boolean; duration?: number }): SimulatedViewing {
    const viewing = new SimulatedViewing(options);
    viewing.report({ type: 'intent', by: 'viewer' });
    viewing.media.load();
    viewing.media.play();
    return viewing;
  }

  /** Lets time pass, millisecond by millisecond. */
  pass(ms: number): this {
    for (let step = 0; step < ms; step++) {
      this.now++;
      this.#advance();
      if (--this.#look > 0) continue;
      this.#look = LOOK_MS;
      if (this.machine.playing) this.report({ type: 'look' });
    }
    return this;
  }

  /** The media run dry for so long. */
  starve(ms: number): this {
    this.isStarved = true;
    this.pass(ms);
    this.isStarved = false;
    return this;
  }

  /** A seek that takes a while. */
  seek(position: number, ms = 100): this {
    this.endStand();
    this.#hasMoved = false;
    this.media.startSeek(position);
    this.pass(ms);
    this.media.finishSeek();
    return this;
  }

  pause(): this {
    this.endStand();
    this.media.pause();
    return this;
  }

  /** The media are gone for so long, and come back where they were. */
  outage(ms: number, place = this.media.currentTime): this {
    const { media } = this;
    Object.assign(media, { readyState: 0, currentTime: 0, paused: true });
    this.report({ type: 'interrupted' });
    media.emit('timeupdate');
    const standing = this.#hasMoved ? (this.#standsSince ?? this.now) : undefined;
    this.pass(ms);
    Object.assign(media, { readyState: 1, paused: false });
    media.emit('play', 'loadedmetadata');
    media.startSeek(place);
    this.pass(30);
    media.readyState = 4;
    media.finishSeek();
    this.#standsSince = standing;
    return this;
  }

  /** The sums of the last report. */
  get sums(): ViewingTotals {
    return this.machine.totals ?? emptyTotals();
  }

  /** The sums up to now. */
  get totals(): ViewingTotals {
    this.report({ type: 'look' });
    return this.sums;
  }

  /** The events as short lines. */
  get story(): string[] {
    return this.events.map((event) => {
      if ('from' in event) return `${event.type} ${String(event.from)}>${String(event.to)}`;
      return `${event.type} ${String(event.at)}`;
    });
  }

  times(type: ViewingEvent['type']): number[] {
    return this.events.filter((event) => event.type === type).map((event) => event.emittedAt - BEGUN.wall);
  }

  /** The viewer waits no longer: the media are there, or were paused, sought or left. */
  endStand(): void {
    if (this.#standsSince !== undefined) this.truth.stands.push(this.now - this.#standsSince);
    this.#standsSince = undefined;
  }

  #advance(): void {
    const { media } = this;
    if (media.paused || media.seeking || media.ended) return;
    if (media.currentTime + media.playbackRate / 1000 >= media.duration) {
      this.endStand();
      media.finish();
    } else if (this.isStarved || media.readyState < 3) {
      if (this.#hasMoved) this.#standsSince ??= this.now - 1;
    } else {
      if (this.#standsSince !== undefined) {
        this.truth.stands.push(this.now - 1 - this.#standsSince);
        this.#standsSince = undefined;
      }
      this.#hasMoved = true;
      media.currentTime += media.playbackRate / 1000;
      this.truth.watched++;
    }
  }
}

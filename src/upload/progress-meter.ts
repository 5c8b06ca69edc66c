import { asGrowing } from './ports/recording-file.ts';
import type { UploadProgress } from './ports/upload-state.ts';

/** Milliseconds between two reports of progress: some browsers would report a hundred thousand times. */
const REPORT_INTERVAL_MS = 100;

/** How far an upload has come, as a person sees it: it goes forward, however often a part is sent again. */
export class ProgressMeter {
  readonly #file: File;
  readonly #meter = new SpeedMeter();
  #sent = 0;
  #stored = 0;
  /** The last count from the wire: unlike `#sent`, it goes back when a part is sent again. */
  #wireBytes = 0;
  #reportedAt = 0;
  /** All bytes that have left, the repeated ones too, and when. */
  #moved = { bytes: 0, at: 0 };

  constructor(file: File) {
    this.#file = file;
  }

  /** Bytes that have left since the page began to send, the repeated ones too, and the moment of the last count. */
  get moved(): { readonly bytes: number; readonly at: number } {
    return this.#moved;
  }

  /** Bytes that are to leave yet, also of parts that are sent again. */
  get leftBytes(): number {
    return this.#file.size - this.#wireBytes;
  }

  /** The progress to report. */
  get progress(): UploadProgress {
    const { speed } = this.#meter;
    const total = this.#file.size;
    // A growing file has no known rest.
    const leftBytes = asGrowing(this.#file) ? undefined : this.leftBytes;
    // When every byte has left, the service is at work: the speed of the line says nothing of that.
    const secondsLeft = speed && leftBytes ? leftBytes / speed : undefined;
    return { sent: this.#sent, stored: this.#stored, total, speed, secondsLeft };
  }

  /**
   * Takes a count from the wire, the bytes that have left since the last one, and the bytes that are stored: earlier bytes
   * do not count for the speed.
   */
  update(bytes: number, now: number, moved: number, stored = 0): void {
    this.#meter.add(moved, now);
    this.#moved = { bytes: this.#moved.bytes + moved, at: now };
    this.#stored = stored;
    this.#wireBytes = bytes;
    this.#sent = Math.max(this.#sent, bytes);
  }

  /** True when the progress of `now` is to be reported: not too often, and always at the end. */
  isDue(now: number): boolean {
    if (now - this.#reportedAt < REPORT_INTERVAL_MS && this.#wireBytes < this.#file.size) return false;
    this.#reportedAt = now;
    return true;
  }

  /** Takes what another tab says that it has sent, or what an earlier page has stored. */
  adopt(sent: number, stored = this.#stored): void {
    this.#stored = stored;
    this.#sent = this.#wireBytes = Math.min(Math.max(this.#sent, sent), this.#file.size);
  }

  /** The service has all of it. */
  finish(): void {
    this.#sent = this.#stored = this.#wireBytes = this.#file.size;
  }

  /** No bytes leave for now: the time until they do again says nothing about the line. */
  pause(): void {
    this.#meter.pause();
  }

  /** Nothing is stored any more: only a server that lost everything takes it back. */
  reset(): void {
    this.#sent = this.#stored = 0;
  }
}

/** How far back a measure reaches: bytes leave in bursts, as a socket's buffer and a part have room. */
const WINDOW_MS = 10_000;
/** What leaves within so long counts as one move. */
const MOVE_MS = 100;
/** Shorter measures say more about buffers than about the line: until then, the speed before a pause still holds. */
const MIN_WINDOW_MS = 400;
const TRUSTED_WINDOW_MS = 2_500;

/** Bytes a second that leave. */
export class SpeedMeter {
  /** When bytes began to leave, or began again. */
  #since: number | undefined;
  #now = 0;
  /** What has left, and the time that it took. */
  #moves: { since: number; until: number; bytes: number }[] = [];
  #speedBefore: number | undefined;

  /**
   * Nothing until there is enough to measure. Bytes count by how far the time in which they left is from both ends of the
   * window: neither those that fill the buffers at first nor a burst that has just come, or just fallen out, make a
   * difference then.
   */
  get speed(): number | undefined {
    const from = Math.max(this.#since ?? this.#now, this.#now - WINDOW_MS);
    const ms = this.#now - from;
    if (ms < (this.#speedBefore === undefined ? MIN_WINDOW_MS : TRUSTED_WINDOW_MS)) return this.#speedBefore;
    // The weight of a moment is a parabola over the window: this is its integral up to `at`.
    const weightUntil = (at: number) => {
      const passed = Math.max(0, at - from);
      return passed ** 2 * (ms / 2 - passed / 3);
    };
    let weighed = 0;
    for (const { since, until, bytes } of this.#moves)
      weighed += (bytes * (weightUntil(until) - weightUntil(since))) / (until - since);
    return (weighed / weightUntil(this.#now)) * 1000;
  }

  /** Counts bytes that left between the last call and `at`; of several files, one may tell of its bytes late. */
  add(bytes: number, at: number): void {
    const now = Math.max(at, this.#now);
    this.#since ??= now;
    this.#now = now;
    if (bytes === 0) return;
    const last = this.#moves.at(-1);
    if (last && now - last.since < MOVE_MS) {
      last.bytes += bytes;
      last.until = Math.max(now, last.until);
    } else {
      const since = last?.until ?? this.#since;
      this.#moves.push({ since, until: Math.max(now, since + 1), bytes });
    }
    const gone = this.#moves.findIndex(({ until }) => until > now - WINDOW_MS);
    if (gone > 0) this.#moves.splice(0, gone);
  }

  /** What follows a pause is measured separately. */
  pause(): void {
    this.#speedBefore = this.speed;
    this.#since = undefined;
    this.#moves = [];
  }
}

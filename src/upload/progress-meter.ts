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

  constructor(file: File) {
    this.#file = file;
  }

  /** The progress to report. */
  get progress(): UploadProgress {
    const { speed } = this.#meter;
    const total = this.#file.size;
    // A growing file has no known rest. Bytes that are sent again count as the rest, too.
    const leftBytes = asGrowing(this.#file) ? undefined : total - this.#wireBytes;
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

/** Milliseconds after which an old measure weighs about a third. */
const SMOOTHING_MS = 4_000;
/** Shorter spans say more about buffers than about the line. */
const MIN_SPAN_MS = 400;

/** Bytes a second, smoothed so that a person can read it. */
class SpeedMeter {
  #bytes = 0;
  #since: number | undefined;
  /** All bytes, and the time that they took, the old ones with less weight: the first bytes fill the sockets' buffers. */
  #weighed = { bytes: 0, ms: 0 };

  /** Nothing until there is enough to measure. */
  get speed(): number | undefined {
    const { bytes, ms } = this.#weighed;
    return ms > 0 ? (bytes / ms) * 1000 : undefined;
  }

  /** Counts bytes that left between the last call and `now`. */
  add(bytes: number, now: number): void {
    this.#since ??= now;
    this.#bytes += bytes;
    const span = now - this.#since;
    if (span < MIN_SPAN_MS) return;
    const kept = Math.exp(-span / SMOOTHING_MS);
    const past = this.#weighed;
    this.#weighed = { bytes: past.bytes * kept + this.#bytes, ms: past.ms * kept + span };
    this.#bytes = 0;
    this.#since = now;
  }

  /** Ends the present span: what follows a pause is measured separately. */
  pause(): void {
    this.#bytes = 0;
    this.#since = undefined;
  }
}

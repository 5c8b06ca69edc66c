import { asGrowing } from './file/recording-file.ts';
import type { UploadProgress } from './upload-state.ts';

/** How far an upload has come, as a person sees it: it goes forward, however often a part is sent again. */
export class ProgressMeter {
  readonly #file: File;
  readonly #meter = new SpeedMeter();
  #sent = 0;
  /** The last count from the wire: unlike `#sent`, it goes back when a part is sent again. */
  #wireBytes = 0;

  constructor(file: File) {
    this.#file = file;
  }

  /** The progress to report. */
  get progress(): UploadProgress {
    const { speed } = this.#meter;
    const total = this.#file.size;
    // Of what still grows, nobody knows how much is left.
    const leftBytes = asGrowing(this.#file) ? undefined : total - this.#sent;
    const secondsLeft = speed && leftBytes !== undefined ? leftBytes / speed : undefined;
    return { sent: this.#sent, total, speed, secondsLeft };
  }

  /** Takes a count from the wire. */
  update(bytes: number, now: number): void {
    this.#meter.add(Math.max(0, bytes - this.#wireBytes), now);
    this.#wireBytes = bytes;
    this.#sent = Math.max(this.#sent, bytes);
  }

  /** Takes what another tab says that it has sent. */
  adopt(sent: number): void {
    this.#sent = Math.min(Math.max(this.#sent, sent), this.#file.size);
  }

  /** No bytes leave for now: the time until they do again says nothing about the line. */
  pause(): void {
    this.#meter.pause();
  }

  /** Nothing is stored any more: only a server that lost everything takes it back. */
  reset(): void {
    this.#sent = 0;
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
  #speed: number | undefined;

  /** Nothing until there is enough to tell. */
  get speed(): number | undefined {
    return this.#speed;
  }

  /** Counts bytes that left between the last call and `now`. */
  add(bytes: number, now: number): void {
    this.#since ??= now;
    this.#bytes += bytes;
    const span = now - this.#since;
    if (span < MIN_SPAN_MS) return;
    const measured = (this.#bytes / span) * 1000;
    const weight = 1 - Math.exp(-span / SMOOTHING_MS);
    this.#speed = this.#speed === undefined ? measured : this.#speed + (measured - this.#speed) * weight;
    this.#bytes = 0;
    this.#since = now;
  }

  /** Ends the present span: what follows a pause is measured by itself. */
  pause(): void {
    this.#bytes = 0;
    this.#since = undefined;
  }
}

import { growthOf } from './growth.ts';
import { SpeedMeter } from './speed-meter.ts';
import type { UploadProgress } from './upload-state.ts';

/** How far an upload has come, as a person sees it: it goes forward, however often a part is sent again. */
export class Tally {
  readonly #file: File;
  readonly #meter = new SpeedMeter();
  #sent = 0;
  /** The last count from the wire: unlike `#sent`, it goes back when a part is sent again. */
  #counted = 0;

  constructor(file: File) {
    this.#file = file;
  }

  /** What there is to tell. */
  get progress(): UploadProgress {
    const { speed } = this.#meter;
    const total = this.#file.size;
    // Of what still grows, nobody knows how much is left.
    const left = growthOf(this.#file) ? undefined : total - this.#sent;
    const secondsLeft = speed && left !== undefined ? left / speed : undefined;
    return { sent: this.#sent, total, speed, secondsLeft };
  }

  /** Takes a count from the wire. */
  count(bytes: number, now: number): void {
    this.#meter.add(Math.max(0, bytes - this.#counted), now);
    this.#counted = bytes;
    this.#sent = Math.max(this.#sent, bytes);
  }

  /** Takes what another tab says that it has sent. */
  follow(sent: number): void {
    this.#sent = Math.min(Math.max(this.#sent, sent), this.#file.size);
  }

  /** No bytes leave for now: the time until they do again says nothing about the line. */
  rest(): void {
    this.#meter.rest();
  }

  /** Nothing is stored any more: only a server that lost everything takes it back. */
  lose(): void {
    this.#sent = 0;
  }
}

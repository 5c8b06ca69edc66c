import { VhError } from '../core/vh-error.ts';
import type { UploadWorld } from './upload-world.ts';

/** Before the first byte is seen to leave, or where nobody can see: a name to look up, a handshake, a preflight. */
const OPENING = 30_000;
/** While bytes leave. */
const MOVING = 10_000;
const SLOWEST = 60_000;
/** About what a socket buffers: on a slow line, it moves in steps of this size. */
const STEP = 512 * 1024;
/** How often it looks: a touch may shorten what is left. */
const LOOK = 2_500;
/** After the last byte, while the server stores the part. */
const STORING = 20_000;

/** Ends one request when nothing has happened for too long, since nobody else notices a silent connection. */
export class StallWatch {
  readonly #controller = new AbortController();
  readonly #world: UploadWorld;
  readonly #size: number;
  readonly #speed: number | undefined;
  #deadline: number;

  /** Watches over a body of `size` bytes on a line that was last seen at `speed` bytes a second. */
  constructor(world: UploadWorld, size: number, speed: number | undefined) {
    this.#world = world;
    this.#size = size;
    this.#speed = speed;
    this.#deadline = world.now() + OPENING;
    void this.#watch();
  }

  /** Aborts when the request has stalled, and when it has ended. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** True when it was the silence that ended the request. */
  get stalled(): boolean {
    return this.signal.reason instanceof VhError;
  }

  /** Says that `bytes` of the body have left. */
  touch(bytes: number): void {
    const step = this.#speed === undefined ? 0 : (STEP / this.#speed) * 1000;
    const patience = bytes >= this.#size ? STORING : Math.min(Math.max(MOVING, step), SLOWEST);
    this.#deadline = this.#world.now() + patience;
  }

  /** The request has ended. */
  end(): void {
    this.#controller.abort();
  }

  async #watch(): Promise<void> {
    for (let left; (left = this.#deadline - this.#world.now()) > 0;) {
      await this.#world.sleep(Math.min(left, LOOK), this.signal).catch(() => {});
      if (this.signal.aborted) return;
    }
    this.#controller.abort(new VhError('timeout', 'The connection went silent in the middle of the upload.'));
  }
}

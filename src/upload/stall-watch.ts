import { VhError } from '../core/vh-error.ts';
import type { UploadWorld } from './upload-world.ts';

/** Before the first byte is seen to leave: a name to look up, a handshake, a preflight. */
const OPENING = 12_000;
/** While bytes leave. */
const MOVING = 9_000;
/** After the last byte, while the server stores the part; putting a file together takes it a while longer. */
const STORING = 12_000;
const ASSEMBLING = 200 * 1024 * 1024;
/** On a slow line, a socket's buffer empties in steps of about this size. */
const STEP = 512 * 1024;
/** Where nobody can see bytes leave, a line may be this slow. */
const SLOWEST = 64 * 1024;
const LONGEST = 60_000;
/** How often it looks: a touch may shorten what is left. */
const LOOK = 1_000;
/** A line that was given up wrongly gets so much more time at each further try. */
const LENIENCE = 1.5;

/** What is watched over. */
export interface Watched {
  /** Bytes of the request, and of the file that it completes, if it does. */
  size: number;
  whole: number;
  /** Bytes a second that the line was last seen at. */
  speed: number | undefined;
  /** True where bytes can be seen to leave. */
  isSeen: boolean;
  /** Tries before this one. */
  failures: number;
}

/** Ends one request when nothing has happened for too long, since nobody else notices a silent connection. */
export class StallWatch {
  readonly #controller = new AbortController();
  readonly #world: UploadWorld;
  readonly #watched: Watched;
  #deadline: number;
  #seen: number | undefined;

  constructor(world: UploadWorld, watched: Watched) {
    this.#world = world;
    this.#watched = watched;
    const { size, speed = 0, isSeen } = watched;
    const blind = (size / Math.max(speed / 4, SLOWEST)) * 1000;
    this.#deadline = world.now() + (isSeen ? this.#lenient(OPENING) : this.#lenient(OPENING) + blind);
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
    // A platform that tells the same again tells nothing.
    if (bytes === this.#seen) return;
    this.#seen = bytes;
    const { size, whole, speed } = this.#watched;
    const step = speed ? Math.min((STEP / speed) * 1000, LONGEST) : 0;
    const storing = STORING + (whole / ASSEMBLING) * 1000;
    this.#deadline = this.#world.now() + this.#lenient(bytes >= size ? storing : Math.max(MOVING, step));
  }

  /** The request has ended. */
  end(): void {
    this.#controller.abort();
  }

  #lenient(ms: number): number {
    return Math.max(ms, Math.min(ms * LENIENCE ** this.#watched.failures, LONGEST));
  }

  async #watch(): Promise<void> {
    for (let left; (left = this.#deadline - this.#world.now()) > 0;) {
      await this.#world.sleep(Math.min(left, LOOK), this.signal).catch(() => {});
      if (this.signal.aborted) return;
    }
    this.#controller.abort(new VhError('timeout', 'The connection went silent in the middle of the upload.'));
  }
}

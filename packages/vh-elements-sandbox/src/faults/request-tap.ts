import type { IncomingMessage } from 'node:http';
import { BodyRecorder } from './message-record.ts';
import type { SlowBody } from './slow-line.ts';

/** Where a stream of bytes is broken, and how. */
export interface Break {
  afterBytes: number;
  how: 'cut' | 'stall';
}

/** Counts the bytes of a request's body on their way in, and can break them off. */
export class RequestTap {
  bytes = 0;
  readonly body = new BodyRecorder();
  readonly #request: IncomingMessage;
  readonly #push: IncomingMessage['push'];
  #break: Break | undefined;
  #slow: SlowBody | undefined;

  constructor(request: IncomingMessage) {
    this.#request = request;
    this.#push = request.push.bind(request);
    // The parser hands every piece of the body to this method, and stops reading when it answers false.
    request.push = (chunk: unknown) => {
      if (this.#slow) return this.#pace(chunk, this.#slow);
      return Buffer.isBuffer(chunk) ? this.#take(chunk) : this.#push(chunk);
    };
  }

  /** Lets a number of bytes in and then cuts the connection, or leaves the rest where it is. */
  breakAt(place: Break): void {
    this.#break = place;
  }

  /** Lets the body in no faster than a slow line carries it. */
  slowDown(slow: SlowBody): void {
    this.#slow = slow;
  }

  /** Nobody is there any more. */
  stop(): void {
    this.#slow?.end();
  }

  #pace(chunk: unknown, slow: SlowBody): boolean {
    if (Buffer.isBuffer(chunk)) slow.send(chunk, (piece) => this.#take(Buffer.from(piece)));
    // Its end, too, comes after all before it.
    else slow.then(() => this.#push(chunk));
    return false;
  }

  #take(chunk: Buffer): boolean {
    const left = this.#break ? Math.max(0, this.#break.afterBytes - this.bytes) : Infinity;
    const taken = chunk.length < left ? chunk : chunk.subarray(0, left);
    this.bytes += taken.length;
    this.body.add(taken);
    const wantsMore = taken.length > 0 && this.#push(taken);
    if (chunk.length < left) return wantsMore;
    // At zero bytes the caller cuts: there may be no body to wait for.
    if (this.#break?.how === 'cut' && this.#break.afterBytes > 0) this.#request.socket.destroy();
    return false;
  }
}

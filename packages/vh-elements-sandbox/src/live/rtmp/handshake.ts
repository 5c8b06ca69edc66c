import { randomBytes } from 'node:crypto';

const HANDSHAKE_BYTES = 1536;
const VERSION = 3;

/** The plain handshake of RTMP, seen from the server. */
export class Handshake {
  #arrived: Buffer = Buffer.alloc(0);
  #hasAnswered = false;

  /**
   * Takes what has arrived; answers what to send, and, once both sides have greeted, what came behind the greeting.
   * Throws when it is no greeting.
   */
  push(bytes: Buffer): { answer?: Buffer; rest?: Buffer } {
    this.#arrived = Buffer.concat([this.#arrived, bytes]);
    if ((this.#arrived[0] ?? VERSION) !== VERSION) throw new Error('this is not RTMP');
    const step: { answer?: Buffer; rest?: Buffer } = {};
    if (!this.#hasAnswered && this.#arrived.length > HANDSHAKE_BYTES) {
      this.#hasAnswered = true;
      const ours = Buffer.concat([Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8)]);
      step.answer = Buffer.concat([Buffer.of(VERSION), ours, this.#arrived.subarray(1, 1 + HANDSHAKE_BYTES)]);
    }
    // The echo of the other side is not checked: encoders differ, and it protects nothing.
    if (this.#hasAnswered && this.#arrived.length >= 1 + HANDSHAKE_BYTES * 2)
      step.rest = this.#arrived.subarray(1 + HANDSHAKE_BYTES * 2);
    return step;
  }
}

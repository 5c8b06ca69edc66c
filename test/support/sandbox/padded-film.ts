import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const CHUNK = 256 * 1024;
const head = readFileSync(new URL('../../../../test/media/sandbox/h264-aac.mp4', import.meta.url));

/**
 * A real MP4 of any size that is nowhere in memory: a small film with a box behind it that players skip, full of bytes
 * that look random and are the same for the same seed.
 */
export class PaddedFilm {
  readonly size: number;
  readonly #seed: number;
  readonly #start: Buffer;

  constructor(size: number, seed: number) {
    const box = Buffer.alloc(16);
    box.writeUInt32BE(1, 0);
    box.write('free', 4, 'latin1');
    box.writeBigUInt64BE(BigInt(size - head.length), 8);
    this.size = size;
    this.#seed = seed;
    this.#start = Buffer.concat([head, box]);
  }

  /** The bytes from `from` up to, not including, `to`. */
  *read(from: number, to: number): Generator<Buffer> {
    for (let at = from; at < to;) {
      const beginning = this.#start.subarray(at, to);
      const bytes = beginning.length > 0 ? beginning : this.#padding(at, Math.min(to, at + CHUNK));
      yield bytes;
      at += bytes.length;
    }
  }

  /** SHA-256 of the whole, in hex. */
  sha256(): string {
    const hash = createHash('sha256');
    for (const bytes of this.read(0, this.size)) hash.update(bytes);
    return hash.digest('hex');
  }

  /** A cipher's key stream: it can be entered at any block. */
  #padding(from: number, to: number): Buffer {
    const counter = Buffer.alloc(16);
    counter.writeBigUInt64BE(BigInt(Math.floor(from / 16)), 8);
    const key = createHash('md5').update(String(this.#seed)).digest();
    const bytes = createCipheriv('aes-128-ctr', key, counter).update(Buffer.alloc((from % 16) + to - from));
    return bytes.subarray(from % 16);
  }
}

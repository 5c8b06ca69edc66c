/** The fractions of the cube roots of the first 64 primes. */
const ROUND_WORDS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
/** Those of the square roots of the first eight. */
const FIRST_STATE = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK_BYTES = 64;
/** Bytes of the length at the end of the last block. */
const LENGTH_BYTES = 8;

/**
 * SHA-256 (FIPS 180-4) of bytes that come piece by piece, which Web Crypto does not do: it wants all of them at once, and a film is
 * larger than memory.
 */
export class Sha256 {
  readonly #state = Int32Array.from(FIRST_STATE);
  readonly #words = new Int32Array(BLOCK_BYTES);
  /** The bytes of a block that is not full yet. */
  readonly #rest = new Uint8Array(BLOCK_BYTES);
  #restBytes = 0;
  #bytes = 0;

  /** Takes the next bytes. */
  update(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    let at = 0;
    if (this.#restBytes > 0) {
      at = Math.min(bytes.length, BLOCK_BYTES - this.#restBytes);
      this.#rest.set(bytes.subarray(0, at), this.#restBytes);
      this.#restBytes += at;
      if (this.#restBytes < BLOCK_BYTES) return;
      this.#add(this.#rest, 0);
    }
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) this.#add(bytes, at);
    this.#rest.set(bytes.subarray(at));
    this.#restBytes = bytes.length - at;
  }

  /** The digest of all bytes, in hexadecimal. Nothing may be added afterwards. */
  finish(): string {
    const bytes = this.#bytes;
    const hasRoom = this.#restBytes + 1 + LENGTH_BYTES <= BLOCK_BYTES;
    const end = new Uint8Array((hasRoom ? 1 : 2) * BLOCK_BYTES - this.#restBytes);
    end[0] = 0x80;
    const length = new DataView(end.buffer, end.length - LENGTH_BYTES);
    // In bits; a file has fewer than 2^53 bytes.
    length.setUint32(0, Math.floor(bytes / 2 ** 29));
    length.setUint32(4, (bytes * 8) % 2 ** 32);
    this.update(end);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #add(bytes: Uint8Array, from: number): void {
    const words = this.#words;
    for (let at = 0, byte = from; at < 16; at++, byte += 4)
      words[at] =
        ((bytes[byte] ?? 0) << 24) |
        ((bytes[byte + 1] ?? 0) << 16) |
        ((bytes[byte + 2] ?? 0) << 8) |
        (bytes[byte + 3] ?? 0);
    for (let at = 16; at < BLOCK_BYTES; at++) {
      const early = words[at - 15] ?? 0;
      const late = words[at - 2] ?? 0;
      const spreadEarly = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
      const spreadLate = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
      words[at] = (spreadEarly + (words[at - 7] ?? 0) + spreadLate + (words[at - 16] ?? 0)) | 0;
    }
    const state = this.#state;
    // The letters of the standard.
    let a = state[0] ?? 0;
    let b = state[1] ?? 0;
    let c = state[2] ?? 0;
    let d = state[3] ?? 0;
    let e = state[4] ?? 0;
    let f = state[5] ?? 0;
    let g = state[6] ?? 0;
    let h = state[7] ?? 0;
    for (let at = 0; at < BLOCK_BYTES; at++) {
      const turnedE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const first = (h + turnedE + ((e & f) ^ (~e & g)) + (ROUND_WORDS[at] ?? 0) + (words[at] ?? 0)) | 0;
      const turnedA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const second = (turnedA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    state[0] = (state[0] ?? 0) + a;
    state[1] = (state[1] ?? 0) + b;
    state[2] = (state[2] ?? 0) + c;
    state[3] = (state[3] ?? 0) + d;
    state[4] = (state[4] ?? 0) + e;
    state[5] = (state[5] ?? 0) + f;
    state[6] = (state[6] ?? 0) + g;
    state[7] = (state[7] ?? 0) + h;
  }
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++)
    if (found.every((prime) => number % prime > 0)) found.push(number);
  return found;
}

/** The first 32 bits behind the point. */
function fraction(number: number): number {
  return ((number - Math.floor(number)) * 2 ** 32) | 0;
}

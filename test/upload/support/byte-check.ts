import { open } from 'node:fs/promises';

/** A number of words that divides no size of a part: bytes in a wrong place are wrong bytes. */
const WORDS = 1_000_003;
const PERIOD = WORDS * 8;
/** Two periods, so that every run of one lies in it somewhere. Each word of eight bytes says which it is, seven bytes of it. */
const pattern = Buffer.alloc(2 * PERIOD);
for (let word = 0; word < 2 * WORDS; word++) {
  pattern.writeUInt32LE(word % WORDS, word * 8);
  pattern.writeUInt32LE(0xff_00_00_00 + ((word % WORDS) & 0xff_ffff), word * 8 + 4);
}

/** Writes a file of which every byte differs from its neighbours. */
export async function writePatternFile(file: string, size: number): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (let at = 0; at < size; at += PERIOD) await handle.write(pattern, 0, Math.min(PERIOD, size - at), at);
  } finally {
    await handle.close();
  }
}

/** Checks one run of the file's bytes as they come: each has to follow the one before. */
export class ByteCheck {
  /** Where in the period the next byte is; nothing before the first bytes. */
  #place: number | undefined;
  #head = Buffer.alloc(0);
  /** Bytes that were right. */
  checked = 0;

  /** False when a byte is not what it has to be. */
  add(bytes: Buffer): boolean {
    if (this.#place === undefined) {
      this.#head = Buffer.concat([this.#head, bytes]);
      if (this.#head.length < 16) return true;
      this.#place = findPlace(this.#head);
      return this.#place !== undefined && this.#compare(this.#head);
    }
    return this.#compare(bytes);
  }

  #compare(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length;) {
      const place = this.#place ?? 0;
      const length = Math.min(bytes.length - at, PERIOD);
      if (bytes.compare(pattern, place, place + length, at, at + length) !== 0) return false;
      this.#place = (place + length) % PERIOD;
      this.checked += length;
      at += length;
    }
    return true;
  }
}

/** Where in the period these bytes are: by the one byte of each word that no other one is like. */
function findPlace(head: Buffer): number | undefined {
  for (let skipped = 0; skipped < 8; skipped++) {
    const word = head.readUInt32LE(skipped);
    if (word >= WORDS || head.readUInt32LE(skipped + 4) !== 0xff_00_00_00 + (word & 0xff_ffff)) continue;
    const place = (word * 8 - skipped + PERIOD) % PERIOD;
    if (head.compare(pattern, place, place + 16, 0, 16) === 0) return place;
  }
  return undefined;
}

/** The bytes of the file in a form's body, as they come: what comes before them, and after them, is left out. */
export class FormFile {
  readonly #length: number;
  readonly #trailer: number;
  #head: Buffer | undefined = Buffer.alloc(0);
  #left = 0;

  /** For a body of `length` bytes. */
  constructor(contentType: string, length: number) {
    const boundary = /boundary=("?)([^";]+)\1/.exec(contentType)?.[2] ?? '';
    this.#length = length;
    this.#trailer = boundary.length + '\r\n----\r\n'.length;
  }

  /** The file's bytes among these. */
  take(bytes: Buffer): Buffer {
    if (this.#head) {
      this.#head = Buffer.concat([this.#head, bytes]);
      const name = this.#head.indexOf('filename="');
      const end = name < 0 ? -1 : this.#head.indexOf('\r\n\r\n', name);
      if (end < 0) return Buffer.alloc(0);
      this.#left = this.#length - this.#trailer - (end + 4);
      bytes = this.#head.subarray(end + 4);
      this.#head = undefined;
    }
    const taken = bytes.subarray(0, Math.max(0, this.#left));
    this.#left -= taken.length;
    return taken;
  }
}

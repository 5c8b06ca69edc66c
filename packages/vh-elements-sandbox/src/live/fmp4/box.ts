/** A box of ISO base media: its size, its four letters and its content. */
export function box(type: string, ...content: (Buffer | readonly number[])[]): Buffer {
  const parts = content.map((one) => (Buffer.isBuffer(one) ? one : Buffer.from(one)));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0));
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...parts]);
}

/** A box that begins with a version and flags. */
export function fullBox(
  type: string,
  version: number,
  flags: number,
  ...content: (Buffer | readonly number[])[]
): Buffer {
  return box(type, Buffer.concat([Buffer.of(version), uint(flags, 3)]), ...content);
}

/** A number in as many bytes, the highest first. */
export function uint(value: number, bytes: 1 | 2 | 3 | 4 | 8): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigUInt64BE(BigInt(Math.round(value)));
  else buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** The boxes that follow one another in some bytes, as far as they are whole. */
export function* boxesIn(bytes: Buffer): Generator<{ type: string; start: number; size: number }> {
  for (let start = 0; start + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(start);
    if (size < 8 || start + size > bytes.length) return;
    yield { type: bytes.toString('latin1', start + 4, start + 8), start, size };
    start += size;
  }
}

/** Reads an SPS's bits; the bytes that keep it from looking like a start code are taken out first. */
class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(unit: Buffer) {
    this.#bytes = Buffer.from(
      unit.filter(
        (byte, index) => !(byte === 3 && index >= 2 && unit[index - 1] === 0 && unit[index - 2] === 0),
      ),
    );
  }

  bits(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit++, this.#at++) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new Error('the sequence parameters end too soon');
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  unsigned(): number {
    let zeros = 0;
    while (this.bits(1) === 0) if (++zeros > 31) throw new Error('the sequence parameters make no sense');
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}

const WITH_CHROMA_FORMAT = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

/** The size of the picture that an `avcC` describes; throws when it cannot be read. */
export function pictureSize(config: Buffer): { width: number; height: number } {
  if (config.length < 9 || config[0] !== 1) throw new Error('this is no decoder configuration');
  const length = config.readUInt16BE(6);
  return readSequence(config.subarray(8, 8 + length));
}

function readSequence(unit: Buffer): { width: number; height: number } {
  const reader = new BitReader(unit.subarray(1));
  const profile = reader.bits(8);
  reader.bits(16);
  reader.unsigned();
  const chroma = WITH_CHROMA_FORMAT.includes(profile) ? readChroma(reader) : 1;
  reader.unsigned();
  skipOrder(reader);
  reader.unsigned();
  reader.bits(1);
  const columns = reader.unsigned() + 1;
  const rows = reader.unsigned() + 1;
  const isWhole = reader.bits(1);
  if (isWhole === 0) reader.bits(1);
  reader.bits(1);
  const lines = 2 - isWhole;
  const crop = reader.bits(1) === 1 ? [0, 1, 2, 3].map(() => reader.unsigned()) : [];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const across = chroma === 1 || chroma === 2 ? 2 : 1;
  const down = (chroma === 1 ? 2 : 1) * lines;
  const width = columns * 16 - (left + right) * across;
  const height = rows * lines * 16 - (top + bottom) * down;
  if (width <= 0 || height <= 0 || width > 8192 || height > 8192) throw new Error('the picture has no size');
  return { width, height };
}

function readChroma(reader: BitReader): number {
  const format = reader.unsigned();
  if (format === 3) reader.bits(1);
  reader.unsigned();
  reader.unsigned();
  reader.bits(1);
  if (reader.bits(1) === 0) return format;
  for (let list = 0; list < (format === 3 ? 12 : 8); list++) {
    if (reader.bits(1) === 1) skipScaling(reader, list < 6 ? 16 : 64);
  }
  return format;
}

function skipScaling(reader: BitReader, size: number): void {
  let last = 8;
  for (let index = 0; index < size; index++) {
    const next = (last + reader.signed() + 256) % 256;
    if (next === 0) return;
    last = next;
  }
}

function skipOrder(reader: BitReader): void {
  const kind = reader.unsigned();
  if (kind === 0) reader.unsigned();
  if (kind !== 1) return;
  reader.bits(1);
  reader.signed();
  reader.signed();
  const count = reader.unsigned();
  for (let index = 0; index < Math.min(count, 255); index++) reader.signed();
}

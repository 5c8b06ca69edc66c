/** One file of an archive. */
export interface ArchivedFile {
  name: string;
  size: number;
}

export const BLOCK_BYTES = 512;
const MAX_NAME_BYTES = 100;
/** The largest number in eleven octal digits; larger ones are written in bytes. */
const MAX_OCTAL = 8 ** 11 - 1;
const SIZE = { at: 124, bytes: 12 };
const SUM = { at: 148, bytes: 8 };
const TYPE_AT = 156;
const PLAIN_FILE = '0';

/** The header of a file, as POSIX has it (ustar). */
export function tarHeader({ name, size }: ArchivedFile): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new RangeError('the name is too long for an archive');
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (size > MAX_OCTAL) {
    header.writeBigUInt64BE(BigInt(size), SIZE.at + 4);
    header[SIZE.at] = 0x80;
  } else header.write(`${size.toString(8).padStart(11, '0')}\0`, SIZE.at);
  header.write('00000000000\0', 136);
  header.write(PLAIN_FILE, TYPE_AT);
  header.write('ustar\0' + '00', 257);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, SUM.at);
  return header;
}

/** Reads a header: `end` for that of no file, undefined for none that is sound or of a plain file. */
export function readTarHeader(header: Buffer): ArchivedFile | 'end' | undefined {
  if (header.every((byte) => byte === 0)) return 'end';
  const sum = Number.parseInt(textOf(header, SUM.at, SUM.bytes), 8);
  const type = textOf(header, TYPE_AT, 1);
  if (sum !== sumOf(header) || (type !== PLAIN_FILE && type !== '')) return undefined;
  const size = sizeOf(header);
  return Number.isSafeInteger(size) && size >= 0
    ? { name: textOf(header, 0, MAX_NAME_BYTES), size }
    : undefined;
}

/** How many bytes follow a file up to the next header. */
export function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

function sizeOf(header: Buffer): number {
  if (header[SIZE.at] === 0x80) return Number(header.readBigUInt64BE(SIZE.at + 4));
  const digits = textOf(header, SIZE.at, SIZE.bytes).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : NaN;
}

/** The sum of all bytes, its own as spaces. */
function sumOf(header: Buffer): number {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= SUM.at && at < SUM.at + SUM.bytes ? 0x20 : byte;
  return sum;
}

function textOf(header: Buffer, at: number, bytes: number): string {
  return header.toString('utf8', at, at + bytes).replace(/\0.*$/s, '');
}

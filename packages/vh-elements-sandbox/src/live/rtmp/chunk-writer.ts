/** The size of the chunks that we send; the other side is informed. */
export const OUR_CHUNK_BYTES = 4096;

const EXTENDED = 0xffffff;

/** A message in chunks; nothing that a server says here has a time. */
export function writeMessage(
  chunkStream: number,
  type: number,
  streamId: number,
  payload: Buffer,
  timestamp = 0,
): Buffer {
  const isExtended = timestamp >= EXTENDED;
  const extended = Buffer.alloc(isExtended ? 4 : 0);
  if (isExtended) extended.writeUInt32BE(timestamp % 2 ** 32);
  const header = Buffer.alloc(12);
  header.writeUInt8(chunkStream);
  header.writeUIntBE(isExtended ? EXTENDED : timestamp, 1, 3);
  header.writeUIntBE(payload.length, 4, 3);
  header.writeUInt8(type, 7);
  header.writeUInt32LE(streamId, 8);
  const pieces: Buffer[] = [header, extended, payload.subarray(0, OUR_CHUNK_BYTES)];
  for (let at = OUR_CHUNK_BYTES; at < payload.length; at += OUR_CHUNK_BYTES) {
    pieces.push(Buffer.of(0xc0 | chunkStream), extended, payload.subarray(at, at + OUR_CHUNK_BYTES));
  }
  return Buffer.concat(pieces);
}

/** The size of the chunks that we send; the other side is told. */
export const OUR_CHUNK_SIZE = 4096;

/** A message in chunks, with time zero: nothing that a server says here has a time. */
export function writeMessage(chunkStream: number, type: number, streamId: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt8(chunkStream);
  header.writeUIntBE(payload.length, 4, 3);
  header.writeUInt8(type, 7);
  header.writeUInt32LE(streamId, 8);
  const pieces: Buffer[] = [header, payload.subarray(0, OUR_CHUNK_SIZE)];
  for (let at = OUR_CHUNK_SIZE; at < payload.length; at += OUR_CHUNK_SIZE) {
    pieces.push(Buffer.of(0xc0 | chunkStream), payload.subarray(at, at + OUR_CHUNK_SIZE));
  }
  return Buffer.concat(pieces);
}

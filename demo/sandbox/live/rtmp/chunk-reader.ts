/** A message of RTMP. */
export interface RtmpMessage {
  type: number;
  /** Milliseconds, by the sender's clock; it begins again after 49 days. */
  timestamp: number;
  streamId: number;
  payload: Buffer;
}

interface ChunkStream {
  timestamp: number;
  /** What the last header said of time: the time itself or the step to it. */
  field: number;
  isExtended: boolean;
  length: number;
  type: number;
  streamId: number;
  pieces: Buffer[];
  received: number;
}

const SET_CHUNK_SIZE = 1;
const ABORT = 2;
const EXTENDED = 0xffffff;
const MOST_STREAMS = 64;
const LARGEST_MESSAGE = 8 * 1024 * 1024;
const HEADER_SIZES = [11, 7, 3, 0];

/** Puts the messages of RTMP together again from the chunks that they come in. */
export class ChunkReader {
  readonly #streams = new Map<number, ChunkStream>();
  #chunkSize = 128;
  #bytes: Buffer = Buffer.alloc(0);
  #arrived: Buffer[] = [];
  #length = 0;
  /** There is no use in looking before so many bytes are there. */
  #needed = 1;

  /** Takes what has arrived and gives the messages that are whole now; throws when it makes no sense. */
  *push(bytes: Buffer): Generator<RtmpMessage> {
    this.#arrived.push(bytes);
    this.#length += bytes.length;
    if (this.#length < this.#needed) return;
    this.#bytes = Buffer.concat([this.#bytes, ...this.#arrived]);
    this.#arrived = [];
    for (;;) {
      const step = this.#readChunk(this.#bytes);
      if (typeof step === 'number') {
        this.#needed = step;
        return;
      }
      this.#bytes = this.#bytes.subarray(step.size);
      this.#length = this.#bytes.length;
      if (step.message && !this.#obey(step.message)) yield step.message;
    }
  }

  /** Reads one chunk, or tells how many bytes that would need. */
  #readChunk(bytes: Buffer): { size: number; message: RtmpMessage | undefined } | number {
    const first = bytes[0];
    if (first === undefined) return 1;
    const marker = first & 0x3f;
    const basic = marker === 0 ? 2 : marker === 1 ? 3 : 1;
    const format = first >> 6;
    const header = basic + (HEADER_SIZES[format] ?? 0);
    if (bytes.length < header) return header;
    const id = marker === 0 ? 64 + bytes.readUInt8(1) : marker === 1 ? 64 + bytes.readUInt16LE(1) : marker;
    const known = this.#streams.get(id);
    if (!known && (format !== 0 || this.#streams.size >= MOST_STREAMS))
      throw new Error('a chunk belongs nowhere');
    const stream = readHeader(bytes.subarray(basic, header), format, known);
    const start = header + (stream.isExtended ? 4 : 0);
    const size = start + Math.min(this.#chunkSize, stream.length - stream.received);
    if (bytes.length < size) return size;
    if (stream.isExtended && format < 3) stream.field = bytes.readUInt32BE(header);
    if (stream.received === 0) {
      stream.timestamp = format === 0 ? stream.field : (stream.timestamp + stream.field) % 2 ** 32;
    }
    this.#streams.set(id, stream);
    return { size, message: collect(stream, bytes.subarray(start, size)) };
  }

  /** Does what a message asks of the reader itself. */
  #obey({ type, payload }: RtmpMessage): boolean {
    if (type === SET_CHUNK_SIZE && payload.length >= 4) {
      const size = payload.readUInt32BE() & 0x7fffffff;
      if (size === 0) throw new Error('chunks cannot be empty');
      this.#chunkSize = Math.min(size, LARGEST_MESSAGE);
      return true;
    }
    if (type === ABORT && payload.length >= 4) {
      const stream = this.#streams.get(payload.readUInt32BE());
      if (stream) Object.assign(stream, { pieces: [], received: 0 });
      return true;
    }
    return false;
  }
}

/** What a chunk's header says, together with what is known of its stream; changes nothing yet. */
function readHeader(header: Buffer, format: number, known: ChunkStream | undefined): ChunkStream {
  const stream: ChunkStream = known
    ? { ...known }
    : { timestamp: 0, field: 0, isExtended: false, length: 0, type: 0, streamId: 0, pieces: [], received: 0 };
  if (format < 3) {
    stream.field = header.readUIntBE(0, 3);
    stream.isExtended = stream.field === EXTENDED;
    // A new header begins a new message, whatever became of the last one.
    stream.pieces = [];
    stream.received = 0;
  }
  if (format < 2) {
    stream.length = header.readUIntBE(3, 3);
    stream.type = header.readUInt8(6);
    if (stream.length > LARGEST_MESSAGE) throw new Error('a message is too large');
  }
  if (format === 0) stream.streamId = header.readUInt32LE(7);
  return stream;
}

function collect(stream: ChunkStream, piece: Buffer): RtmpMessage | undefined {
  stream.pieces.push(Buffer.from(piece));
  stream.received += piece.length;
  if (stream.received < stream.length) return undefined;
  const { type, timestamp, streamId, pieces } = stream;
  stream.pieces = [];
  stream.received = 0;
  return { type, timestamp, streamId, payload: Buffer.concat(pieces) };
}

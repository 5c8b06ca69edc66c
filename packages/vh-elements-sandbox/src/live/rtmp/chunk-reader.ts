import { PUBLISHER_LIMITS, type ChunkLimits } from './chunk-limits.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { MessageBuffer } from './message-buffer.ts';

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
  /** The time field of the last header: the time itself or the step to it. */
  field: number;
  isExtended: boolean;
  length: number;
  type: number;
  streamId: number;
  /** The arrived bytes of a message; undefined between messages. */
  message: MessageBuffer | undefined;
}

const SET_CHUNK_SIZE = 1;
const ABORT = 2;
const AUDIO = 8;
const VIDEO = 9;
const EXTENDED = 0xffffff;
const MAX_CHUNK_BYTES = 8 * 1024 * 1024;
const HEADER_SIZES = [11, 7, 3, 0];
const MAX_HEADER_BYTES = 3 + 11 + 4;

/**
 * Puts the messages of RTMP together again from the chunks that they come in. It keeps the bytes of unfinished
 * messages and nothing else: neither a length that was only announced nor a thousand small chunks cost more than that.
 */
export class ChunkReader {
  readonly #streams = new Map<number, ChunkStream>();
  readonly #budget: MemoryBudget | undefined;
  #limits: ChunkLimits;
  #unfinished = 0;
  #chunkSize = 128;
  /** The header of the next chunk, as far as it has arrived. */
  readonly #header = Buffer.alloc(MAX_HEADER_BYTES);
  #headerLength = 0;
  /** The chunk that is arriving, and how many of its bytes are yet to come. */
  #stream: ChunkStream | undefined;
  #missing = 0;

  /** `budget` is shared by all connections. */
  constructor(limits: ChunkLimits = PUBLISHER_LIMITS, budget?: MemoryBudget) {
    this.#limits = limits;
    this.#budget = budget;
  }

  /** Bytes of unfinished messages. */
  get unfinishedBytes(): number {
    return this.#unfinished;
  }

  /** Takes more from the other side from now on. */
  raise(limits: ChunkLimits): void {
    this.#limits = limits;
  }

  /** Lets go of all unfinished messages, at the end of a connection. */
  release(): void {
    for (const stream of this.#streams.values()) this.#drop(stream);
  }

  /** Takes what has arrived and gives the messages that are whole now; throws when it makes no sense. */
  *push(bytes: Buffer): Generator<RtmpMessage> {
    let at = 0;
    while (at < bytes.length) {
      at = this.#stream ? at : this.#readHeader(bytes, at);
      const stream = this.#stream;
      if (!stream) return;
      const piece = bytes.subarray(at, at + this.#missing);
      at += piece.length;
      this.#missing -= piece.length;
      this.#append(stream, piece);
      if (this.#missing > 0) return;
      this.#stream = undefined;
      const message = this.#finish(stream);
      if (message && !this.#applyControl(message)) yield message;
    }
  }

  /** Takes the next bytes of a header, and begins the chunk once the header is whole. Answers where that ends. */
  #readHeader(bytes: Buffer, from: number): number {
    let at = from;
    for (let needed = this.#headerSize(); this.#headerLength < needed; needed = this.#headerSize()) {
      if (at >= bytes.length) return at;
      const taken = bytes.copy(this.#header, this.#headerLength, at, at + needed - this.#headerLength);
      this.#headerLength += taken;
      at += taken;
    }
    this.#beginChunk(this.#header.subarray(0, this.#headerLength));
    this.#headerLength = 0;
    return at;
  }

  /** How long the header is, as far as the arrived bytes say. */
  #headerSize(): number {
    if (this.#headerLength === 0) return 1;
    const first = this.#header.readUInt8(0);
    const basic = basicSize(first);
    if (this.#headerLength < basic) return basic;
    const format = first >> 6;
    const size = basic + (HEADER_SIZES[format] ?? 0);
    if (this.#headerLength < size) return size;
    const isExtended =
      format === 3
        ? this.#streams.get(this.#chunkStreamId())?.isExtended
        : this.#header.readUIntBE(basic, 3) === EXTENDED;
    return size + (isExtended ? 4 : 0);
  }

  #chunkStreamId(): number {
    const marker = this.#header.readUInt8(0) & 0x3f;
    if (marker === 0) return 64 + this.#header.readUInt8(1);
    return marker === 1 ? 64 + this.#header.readUInt16LE(1) : marker;
  }

  #beginChunk(header: Buffer): void {
    const first = header.readUInt8(0);
    const format = first >> 6;
    const id = this.#chunkStreamId();
    const known = this.#streams.get(id);
    if (!known && (format !== 0 || this.#streams.size >= this.#limits.streams))
      throw new Error('a chunk belongs nowhere');
    const stream = known ?? emptyStream();
    this.#streams.set(id, stream);
    const basic = basicSize(first);
    // A new header begins a new message, whatever became of the last one.
    if (format < 3) this.#drop(stream);
    readHeader(stream, header.subarray(basic), format);
    if (!stream.message) {
      const { mediaBytes, otherBytes } = this.#limits;
      const isMedia = stream.type === VIDEO || stream.type === AUDIO;
      if (stream.length > (isMedia ? mediaBytes : otherBytes)) throw new Error('a message is too large');
      stream.timestamp = format === 0 ? stream.field : (stream.timestamp + stream.field) % 2 ** 32;
      stream.message = new MessageBuffer(stream.length);
    }
    this.#stream = stream;
    this.#missing = Math.min(this.#chunkSize, stream.message.missing);
  }

  #append({ message }: ChunkStream, piece: Buffer): void {
    if (!message) return;
    const more = message.growthFor(piece.length);
    if (this.#unfinished + more > this.#limits.unfinishedBytes)
      throw new Error('too much of messages that do not end');
    if (more > 0) this.#budget?.take(more);
    this.#unfinished += more;
    message.append(piece);
  }

  #finish(stream: ChunkStream): RtmpMessage | undefined {
    const { type, timestamp, streamId, message } = stream;
    if (!message || message.missing > 0) return undefined;
    const payload = message.bytes;
    this.#drop(stream);
    return { type, timestamp, streamId, payload };
  }

  #drop(stream: ChunkStream): void {
    const size = stream.message?.size ?? 0;
    stream.message = undefined;
    this.#unfinished -= size;
    if (size > 0) this.#budget?.give(size);
  }

  /** Does what a message asks of the reader itself. */
  #applyControl({ type, payload }: RtmpMessage): boolean {
    if (type === SET_CHUNK_SIZE && payload.length >= 4) {
      const size = payload.readUInt32BE() & 0x7fffffff;
      if (size === 0) throw new Error('chunks cannot be empty');
      this.#chunkSize = Math.min(size, MAX_CHUNK_BYTES);
      return true;
    }
    if (type === ABORT && payload.length >= 4) {
      const stream = this.#streams.get(payload.readUInt32BE());
      if (stream) this.#drop(stream);
      return true;
    }
    return false;
  }
}

function emptyStream(): ChunkStream {
  return {
    timestamp: 0,
    field: 0,
    isExtended: false,
    length: 0,
    type: 0,
    streamId: 0,
    message: undefined,
  };
}

/** How many bytes hold the number of the chunk stream. */
function basicSize(first: number): number {
  const marker = first & 0x3f;
  return marker === 0 ? 2 : marker === 1 ? 3 : 1;
}

/** Updates a stream's state by a chunk's header. */
function readHeader(stream: ChunkStream, header: Buffer, format: number): void {
  if (format < 3) {
    stream.field = header.readUIntBE(0, 3);
    stream.isExtended = stream.field === EXTENDED;
    if (stream.isExtended) stream.field = header.readUInt32BE(HEADER_SIZES[format]);
  }
  if (format < 2) {
    stream.length = header.readUIntBE(3, 3);
    stream.type = header.readUInt8(6);
  }
  if (format === 0) stream.streamId = header.readUInt32LE(7);
}

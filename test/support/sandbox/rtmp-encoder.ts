import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Feed } from '../../../packages/vh-elements-sandbox/src/live/frames/feed.ts';
import type {
  MediaFrame,
  Tracks,
} from '../../../packages/vh-elements-sandbox/src/live/frames/media-frame.ts';
import {
  decodeAmf,
  encodeAmf,
  type AmfValue,
} from '../../../packages/vh-elements-sandbox/src/live/rtmp/amf0.ts';
import { ChunkReader } from '../../../packages/vh-elements-sandbox/src/live/rtmp/chunk-reader.ts';
import { SyntheticSource } from '../../../packages/vh-elements-sandbox/src/live/synthetic/synthetic-source.ts';
import { FakeClock } from '../fake-clock.ts';

const CHUNK_SIZE = 128;

/** One message, cut into chunks. */
function messageOf(type: number, timestamp: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt8(4);
  header.writeUIntBE(timestamp, 1, 3);
  header.writeUIntBE(payload.length, 4, 3);
  header.writeUInt8(type, 7);
  header.writeUInt32LE(1, 8);
  const pieces = [header, payload.subarray(0, CHUNK_SIZE)];
  for (let at = CHUNK_SIZE; at < payload.length; at += CHUNK_SIZE) {
    pieces.push(Buffer.of(0xc4), payload.subarray(at, at + CHUNK_SIZE));
  }
  return Buffer.concat(pieces);
}

/** The synthetic picture and its sound, as messages. */
class Media implements Feed {
  readonly signal = new AbortController().signal;
  readonly #clock = new FakeClock();
  readonly #base = this.#clock.now();
  #messages: Buffer[] = [];
  #source: SyntheticSource | undefined;

  /** The messages of the next seconds. */
  encode(seconds: number): Buffer {
    this.#source ??= new SyntheticSource(this.#clock, this);
    this.#clock.advance(seconds * 1000);
    const messages = this.#messages;
    this.#messages = [];
    return Buffer.concat(messages);
  }

  begin({ video, audio }: Tracks): void {
    const metadata = { width: 640, height: 360, videocodecid: 7, audiocodecid: 10 };
    this.#add(18, 0, encodeAmf('@setDataFrame', 'onMetaData', metadata));
    if (video) this.#add(9, 0, Buffer.concat([Buffer.of(0x17, 0, 0, 0, 0), video.config]));
    if (audio) this.#add(8, 0, Buffer.concat([Buffer.of(0xaf, 0), audio.config]));
  }

  push({ kind, decodeAt, key, data }: MediaFrame): void {
    const head = kind === 'video' ? Buffer.of(key ? 0x17 : 0x27, 1, 0, 0, 0) : Buffer.of(0xaf, 1);
    this.#add(kind === 'video' ? 9 : 8, Math.round(decodeAt - this.#base), Buffer.concat([head, data]));
  }

  end(): void {}

  disconnect(): void {}

  #add(...message: Parameters<typeof messageOf>): void {
    this.#messages.push(messageOf(...message));
  }
}

/** An encoder as OBS is one, as far as the wire goes: it pushes the synthetic picture by RTMP, as fast as one likes. */
export class RtmpEncoder {
  readonly socket: Socket;
  readonly #media = new Media();
  readonly #said: AmfValue[][] = [];
  readonly #reader = new ChunkReader();
  #greeted = 0;

  /** Connects and asks to publish; what the server says to that is in `said`. */
  static async publish(url: string, streamKey: string, app = 's'): Promise<RtmpEncoder> {
    const { hostname, port } = new URL(url.replace(/^rtmp/, 'http'));
    const encoder = new RtmpEncoder(connect(Number(port), hostname));
    await encoder.#greet();
    encoder.#command('connect', 1, { app, type: 'nonprivate' });
    encoder.#command('releaseStream', 2, null, streamKey);
    encoder.#command('createStream', 3, null);
    encoder.#command('publish', 4, null, streamKey, 'live');
    await encoder.#until(() => encoder.said.some(([name]) => name === 'onStatus' || name === '_error'));
    return encoder;
  }

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      this.#take(bytes);
    });
  }

  /** What the server has said so far. */
  get said(): readonly (readonly AmfValue[])[] {
    return this.#said;
  }

  /** The code of the server's last word. */
  get status(): AmfValue {
    const last = this.#said.at(-1)?.at(-1);
    return typeof last === 'object' && last !== null && !Array.isArray(last) ? last['code'] : undefined;
  }

  /** Encodes so many seconds of picture and sound for another to send: that takes a busy machine a while. */
  static encode(seconds: number): Buffer {
    return new Media().encode(seconds);
  }

  /** Sends so many seconds of picture and sound, or an earlier encoding, at once. */
  send(media: number | Buffer): void {
    this.socket.write(typeof media === 'number' ? this.#media.encode(media) : media);
  }

  /** Says goodbye. */
  end(): void {
    this.#command('FCUnpublish', 5, null, 'key');
    this.#command('deleteStream', 6, null, 1);
  }

  /** Pulls the plug. */
  disconnect(): void {
    this.socket.destroy();
  }

  /** Resolves when the server has hung up. */
  async hungUp(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close');
  }

  #command(...values: AmfValue[]): void {
    this.socket.write(messageOf(20, 0, encodeAmf(...values)));
  }

  async #greet(): Promise<void> {
    this.socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(1536, 7)]));
    await this.#until(() => this.#greeted >= 3073);
    this.socket.write(Buffer.alloc(1536, 9));
  }

  #take(bytes: Buffer): void {
    const greeting = Math.min(bytes.length, 3073 - this.#greeted);
    this.#greeted += greeting;
    for (const { type, payload } of this.#reader.push(bytes.subarray(greeting))) {
      if (type === 20) this.#said.push(decodeAmf(payload));
    }
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      const ended = once(this.socket, 'close').then(() => {
        throw new Error('the server hung up');
      });
      await Promise.race([once(this.socket, 'data'), ended]);
    }
  }
}

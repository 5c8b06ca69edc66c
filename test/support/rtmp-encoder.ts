import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Feed } from '../../demo/sandbox/live/feed.ts';
import type { MediaFrame, Tracks } from '../../demo/sandbox/live/media-frame.ts';
import { decodeAmf, encodeAmf, type AmfValue } from '../../demo/sandbox/live/rtmp/amf0.ts';
import { ChunkReader } from '../../demo/sandbox/live/rtmp/chunk-reader.ts';
import { SyntheticSource } from '../../demo/sandbox/live/synthetic/synthetic-source.ts';
import { FakeClock } from './fake-clock.ts';

const CHUNK_SIZE = 128;

/** An encoder as OBS is one, as far as the wire goes: it pushes the synthetic picture by RTMP, as fast as one likes. */
export class RtmpEncoder implements Feed {
  readonly socket: Socket;
  readonly #clock = new FakeClock();
  readonly #gone = new AbortController();
  readonly #base = this.#clock.now();
  readonly #said: AmfValue[][] = [];
  readonly #reader = new ChunkReader();
  #greeted = 0;
  #source: SyntheticSource | undefined;

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

  get signal(): AbortSignal {
    return this.#gone.signal;
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

  /** Sends so many seconds of picture and sound, at once. */
  send(seconds: number): void {
    this.#source ??= new SyntheticSource(this.#clock, this);
    this.#clock.advance(seconds * 1000);
  }

  begin({ video, audio }: Tracks): void {
    const metadata = { width: 640, height: 360, videocodecid: 7, audiocodecid: 10 };
    this.#message(18, 0, encodeAmf('@setDataFrame', 'onMetaData', metadata));
    if (video) this.#message(9, 0, Buffer.concat([Buffer.of(0x17, 0, 0, 0, 0), video.config]));
    if (audio) this.#message(8, 0, Buffer.concat([Buffer.of(0xaf, 0), audio.config]));
  }

  push({ kind, decodeAt, key, data }: MediaFrame): void {
    const head = kind === 'video' ? Buffer.of(key ? 0x17 : 0x27, 1, 0, 0, 0) : Buffer.of(0xaf, 1);
    this.#message(kind === 'video' ? 9 : 8, Math.round(decodeAt - this.#base), Buffer.concat([head, data]));
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
    this.#message(20, 0, encodeAmf(...values));
  }

  #message(type: number, timestamp: number, payload: Buffer): void {
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
    this.socket.write(Buffer.concat(pieces));
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

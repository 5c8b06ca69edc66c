import type { Socket } from 'node:net';
import type { Clock } from '../../common/clock.ts';
import type { Feed } from '../frames/feed.ts';
import { decodeAmf, encodeAmf, type AmfValue } from './amf0.ts';
import { PUBLISHER_LIMITS, UNAUTHENTICATED_LIMITS } from './chunk-limits.ts';
import { ChunkReader, type RtmpMessage } from './chunk-reader.ts';
import { OUR_CHUNK_BYTES, writeMessage } from './chunk-writer.ts';
import { FlvMedia } from './flv-media.ts';
import { Handshake } from './handshake.ts';
import type { MemoryBudget } from './memory-budget.ts';

/** The application that encoders name in the address. */
export const APPLICATION = 's';

const SET_CHUNK_SIZE = 1;
const ACKNOWLEDGE = 3;
const USER_CONTROL = 4;
const WINDOW_SIZE = 5;
const PEER_BANDWIDTH = 6;
const AUDIO = 8;
const VIDEO = 9;
const DATA = 18;
const COMMAND = 20;

const END_COMMANDS: readonly string[] = ['FCUnpublish', 'closeStream', 'deleteStream'];
const WINDOW_BYTES = 2_500_000;
const MEDIA_STREAM = 1;
/** An encoder that sends nothing for so long is lost. */
const IDLE_TIMEOUT_MS = 15_000;
/** An encoder has its key accepted within this time, however busily it talks. */
const KEY_DEADLINE_MS = 10_000;
/** The other side has so long to read why it is let go. */
const END_TIMEOUT_MS = 5_000;
/** Bytes of answers that may wait to be read; a client that reads never leaves as many. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** The services that a connection uses. */
export interface RtmpNeeds {
  /** Opens the live stream that has this key; nothing when there is none. */
  open: (streamKey: string) => Feed | undefined;
  clock: Clock;
  /** Memory for the unfinished messages of all connections. */
  budget: MemoryBudget;
  log: (line: string) => void;
}

/** One encoder's connection, from its greeting to its end. */
export class RtmpConnection {
  readonly #socket: Socket;
  readonly #needs: RtmpNeeds;
  readonly #reader: ChunkReader;
  #cancelDeadline: () => void;
  #handshake: Handshake | undefined = new Handshake();
  #feed: Feed | undefined;
  #media: FlvMedia | undefined;
  #isOver = false;
  #received = 0;
  #acknowledged = 0;

  constructor(socket: Socket, needs: RtmpNeeds) {
    this.#socket = socket;
    this.#needs = needs;
    this.#reader = new ChunkReader(UNAUTHENTICATED_LIMITS, needs.budget);
    this.#cancelDeadline = needs.clock.after(KEY_DEADLINE_MS, () => {
      if (!this.hasKey) socket.destroy();
    });
    socket.setNoDelay(true);
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      this.#take(bytes);
    });
    // The cause does not matter: the connection is gone.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#cancelDeadline();
      this.#reader.release();
      this.#feed?.disconnect();
    });
  }

  /** True once the key of a live stream has been accepted. */
  get hasKey(): boolean {
    return this.#feed !== undefined;
  }

  /** Bytes of messages that have begun and not ended. */
  get unfinishedBytes(): number {
    return this.#reader.unfinishedBytes;
  }

  /** Hangs up at once. */
  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    if (this.#isOver) return;
    try {
      if (this.#handshake) this.#continueHandshake(this.#handshake, bytes);
      else this.#read(bytes);
    } catch (error) {
      this.#needs.log(`an encoder was sent away: ${error instanceof Error ? error.message : String(error)}`);
      this.#socket.destroy();
    }
  }

  #continueHandshake(handshake: Handshake, bytes: Buffer): void {
    const { answer, rest } = handshake.push(bytes);
    if (answer) this.#socket.write(answer);
    if (!rest) return;
    this.#handshake = undefined;
    this.#read(rest);
  }

  #read(bytes: Buffer): void {
    this.#received += bytes.length;
    for (const message of this.#reader.push(bytes)) {
      if (this.#isOver || this.#socket.destroyed) return;
      this.#handleMessage(message);
    }
    if (this.#received - this.#acknowledged < WINDOW_BYTES / 2) return;
    this.#acknowledged = this.#received;
    this.#send(2, ACKNOWLEDGE, 0, number32(this.#received % 2 ** 32));
  }

  #handleMessage({ type, timestamp, payload }: RtmpMessage): void {
    if (type === COMMAND) this.#command(decodeAmf(payload));
    else if (type === VIDEO) this.#media?.video(timestamp, payload);
    else if (type === AUDIO) this.#media?.audio(timestamp, payload);
    else if (type === DATA) {
      const values = decodeAmf(payload);
      if (values.includes('onMetaData')) this.#media?.describe(values.at(-1));
    }
  }

  #command([name, transaction, details, argument]: readonly AmfValue[]): void {
    if (name === 'connect') this.#connect(transaction, details);
    else if (name === 'createStream') this.#answer(encodeAmf('_result', transaction, null, MEDIA_STREAM));
    else if (name === 'publish') this.#publish(argument);
    else if (typeof name === 'string' && END_COMMANDS.includes(name)) {
      // An encoder that says goodbye does not come back: that ends the broadcast.
      this.#feed?.end();
      this.#media = undefined;
    }
  }

  #connect(transaction: AmfValue, details: AmfValue): void {
    this.#send(2, WINDOW_SIZE, 0, number32(WINDOW_BYTES));
    this.#send(2, PEER_BANDWIDTH, 0, Buffer.concat([number32(WINDOW_BYTES), Buffer.of(2)]));
    this.#send(2, SET_CHUNK_SIZE, 0, number32(OUR_CHUNK_BYTES));
    const app =
      typeof details === 'object' && details !== null && !Array.isArray(details) ? details['app'] : undefined;
    if (typeof app !== 'string' || app.replace(/\/+$/, '') !== APPLICATION) {
      const reason = `There is no such application: use "${APPLICATION}".`;
      this.#answer(
        encodeAmf('_error', transaction, null, status('NetConnection.Connect.Rejected', reason, 'error')),
      );
      this.#endConnection();
      return;
    }
    const server = { fmsVer: 'FMS/3,0,1,123', capabilities: 31 };
    this.#answer(
      encodeAmf('_result', transaction, server, status('NetConnection.Connect.Success', 'Connected.')),
    );
  }

  #publish(name: AmfValue): void {
    const streamKey = typeof name === 'string' ? (name.split('?')[0] ?? '') : '';
    const feed = this.#feed ? undefined : this.#needs.open(streamKey);
    if (!feed) {
      this.#sendStatus(
        status('NetStream.Publish.BadName', 'There is no live stream with this key.', 'error'),
      );
      this.#endConnection();
      return;
    }
    this.#feed = feed;
    this.#reader.raise(PUBLISHER_LIMITS);
    this.#media = new FlvMedia(feed, this.#needs.log);
    feed.signal.addEventListener(
      'abort',
      () => {
        this.#endConnection();
      },
      { once: true },
    );
    // The stream begins, in the words of user control.
    this.#send(2, USER_CONTROL, 0, Buffer.concat([Buffer.of(0, 0), number32(MEDIA_STREAM)]));
    this.#sendStatus(status('NetStream.Publish.Start', 'Publishing.'));
  }

  /** Closes once all messages are sent; later ones are dropped. */
  #endConnection(): void {
    this.#isOver = true;
    this.#socket.end();
    this.#cancelDeadline();
    this.#cancelDeadline = this.#needs.clock.after(END_TIMEOUT_MS, () => this.#socket.destroy());
  }

  #sendStatus(what: AmfValue): void {
    this.#send(5, COMMAND, MEDIA_STREAM, encodeAmf('onStatus', 0, null, what));
  }

  #answer(payload: Buffer): void {
    this.#send(3, COMMAND, 0, payload);
  }

  #send(chunkStream: number, type: number, streamId: number, payload: Buffer): void {
    if (!this.#socket.writable) return;
    this.#socket.write(writeMessage(chunkStream, type, streamId, payload));
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) throw new Error('it does not read its answers');
  }
}

function status(code: string, description: string, level = 'status'): AmfValue {
  return { level, code, description };
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

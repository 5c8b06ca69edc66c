import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SourceHosts } from '../../ingest/source-hosts.ts';
import { decodeAmf, encodeAmf, type AmfValue } from './amf0.ts';
import { ChunkReader } from './chunk-reader.ts';
import { OUR_CHUNK_SIZE, writeMessage } from './chunk-writer.ts';

const GREETING = 1536;
const SET_CHUNK_SIZE = 1;
const COMMAND = 20;
const CREATE_STREAM = 4;
/** A server that says nothing for so long, or takes nothing, is lost. */
const SILENCE_MS = 30_000;
/** More than this on its way, and pictures are left out until it is less. */
const MOST_WAITING = 4 * 1024 * 1024;

/** Where to publish, and who is told how it goes. */
export interface PublisherOptions {
  url: URL;
  streamKey: string;
  hosts: SourceHosts;
  onReady: () => void;
  onGone: () => void;
}

/** Our side of a connection to another RTMP server, to which we are the encoder. */
export class RtmpPublisher {
  readonly #options: PublisherOptions;
  readonly #socket: Socket;
  readonly #reader = new ChunkReader();
  #greeting: Buffer | undefined = Buffer.alloc(0);
  #streamId = 0;
  #isReady = false;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#socket = open(options);
    this.#socket.setNoDelay(true);
    this.#socket.setTimeout(SILENCE_MS, () => this.#socket.destroy());
    this.#socket.once(options.url.protocol === 'rtmps:' ? 'secureConnect' : 'connect', () => {
      this.#socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(GREETING)]));
    });
    this.#socket.on('data', (bytes: Buffer) => {
      this.#take(bytes);
    });
    // What went wrong does not matter: the connection is gone, and somebody tries again.
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', options.onGone);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** True while the other side takes less than it is sent. */
  get isJammed(): boolean {
    return this.#socket.writableLength > MOST_WAITING;
  }

  /** Sends a media or data message. */
  send(type: number, timestamp: number, payload: Buffer): void {
    if (this.#isReady) this.#write(4, type, this.#streamId, payload, timestamp);
  }

  /** Says goodbye and hangs up. */
  end(): void {
    if (this.#isReady) {
      this.#command('FCUnpublish', 6, null, this.#options.streamKey);
      this.#command('deleteStream', 7, null, this.#streamId);
    }
    this.#isReady = false;
    this.#socket.end();
  }

  #take(bytes: Buffer): void {
    try {
      const rest = this.#greeting ? this.#greet(Buffer.concat([this.#greeting, bytes])) : bytes;
      if (!rest) return;
      for (const { type, payload } of this.#reader.push(rest)) {
        if (type === COMMAND) this.#obey(decodeAmf(payload));
      }
    } catch {
      this.#socket.destroy();
    }
  }

  /** Waits for both of the server's greetings; answers what came behind them. */
  #greet(arrived: Buffer): Buffer | undefined {
    this.#greeting = arrived;
    if (arrived.length < 1 + GREETING * 2) return undefined;
    this.#greeting = undefined;
    this.#socket.write(arrived.subarray(1, 1 + GREETING));
    const { url } = this.#options;
    const size = Buffer.alloc(4);
    size.writeUInt32BE(OUR_CHUNK_SIZE);
    this.#write(2, SET_CHUNK_SIZE, 0, size);
    const app = url.pathname.replace(/^\/+|\/+$/g, '');
    const flashVer = 'FMLE/3.0 (compatible; sandbox)';
    this.#command('connect', 1, {
      app,
      type: 'nonprivate',
      flashVer,
      tcUrl: `${url.protocol}//${url.host}/${app}`,
    });
    return arrived.subarray(1 + GREETING * 2);
  }

  #obey([name, transaction, , argument]: readonly AmfValue[]): void {
    const { streamKey, onReady } = this.#options;
    if (name === '_result' && transaction === 1) {
      this.#command('releaseStream', 2, null, streamKey);
      this.#command('FCPublish', 3, null, streamKey);
      this.#command('createStream', CREATE_STREAM, null);
    } else if (name === '_result' && transaction === CREATE_STREAM) {
      this.#streamId = typeof argument === 'number' ? argument : 1;
      this.#write(3, COMMAND, this.#streamId, encodeAmf('publish', 5, null, streamKey, 'live'));
    } else if (name === 'onStatus' && codeOf(argument) === 'NetStream.Publish.Start') {
      this.#isReady = true;
      onReady();
    } else if (
      name === 'onStatus' ||
      (name === '_error' && (transaction === 1 || transaction === CREATE_STREAM))
    ) {
      // It does not want us.
      this.#socket.destroy();
    }
  }

  #command(...values: AmfValue[]): void {
    this.#write(3, COMMAND, 0, encodeAmf(...values));
  }

  #write(chunkStream: number, type: number, streamId: number, payload: Buffer, timestamp = 0): void {
    if (this.#socket.writable)
      this.#socket.write(writeMessage(chunkStream, type, streamId, payload, timestamp));
  }
}

function open({ url, hosts }: PublisherOptions): Socket {
  const isSecure = url.protocol === 'rtmps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const lookup = hosts.lookupOf(url);
  const where = { host, port: Number(url.port) || (isSecure ? 443 : 1935), ...(lookup ? { lookup } : {}) };
  // For this machine nobody signs certificates.
  return isSecure
    ? connectTls({ ...where, servername: host, rejectUnauthorized: !hosts.isHere(url) })
    : connect(where);
}

function codeOf(value: AmfValue): AmfValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value['code'] : undefined;
}

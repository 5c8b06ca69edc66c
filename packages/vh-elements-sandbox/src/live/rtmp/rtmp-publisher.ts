import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SourceHosts } from '../../ingest/source-hosts.ts';
import { decodeAmf, encodeAmf, type AmfValue } from './amf0.ts';
import { UNAUTHENTICATED_LIMITS } from './chunk-limits.ts';
import { ChunkReader } from './chunk-reader.ts';
import { OUR_CHUNK_BYTES, writeMessage } from './chunk-writer.ts';

const HANDSHAKE_BYTES = 1536;
const SET_CHUNK_SIZE = 1;
const COMMAND = 20;
const CREATE_STREAM = 4;
/** A server that says nothing for so long, or takes nothing, is lost. */
const IDLE_TIMEOUT_MS = 30_000;
/** More than this on its way, and pictures are left out until it is less. */
const CONGESTED_BYTES = 4 * 1024 * 1024;

/** Where to publish, and who follows its progress. */
export interface PublisherOptions {
  url: URL;
  streamKey: string;
  hosts: SourceHosts;
  onReady: () => void;
  onClosed: () => void;
}

/** Our side of a connection to another RTMP server, to which we are the encoder. */
export class RtmpPublisher {
  readonly #options: PublisherOptions;
  readonly #socket: Socket;
  // A server that we send to says little.
  readonly #reader = new ChunkReader(UNAUTHENTICATED_LIMITS);
  #handshake: Buffer | undefined = Buffer.alloc(0);
  #streamId = 0;
  #isReady = false;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#socket = open(options);
    this.#socket.setNoDelay(true);
    this.#socket.setTimeout(IDLE_TIMEOUT_MS, () => this.#socket.destroy());
    this.#socket.once(options.url.protocol === 'rtmps:' ? 'secureConnect' : 'connect', () => {
      this.#socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(HANDSHAKE_BYTES)]));
    });
    this.#socket.on('data', (bytes: Buffer) => {
      this.#take(bytes);
    });
    // The cause does not matter: the connection is gone, and the caller tries again.
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', options.onClosed);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** True while the other side takes less than it is sent. */
  get isCongested(): boolean {
    return this.#socket.writableLength > CONGESTED_BYTES;
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
      const rest = this.#handshake ? this.#continueHandshake(Buffer.concat([this.#handshake, bytes])) : bytes;
      if (!rest) return;
      for (const { type, payload } of this.#reader.push(rest)) {
        if (type === COMMAND) this.#handleCommand(decodeAmf(payload));
      }
    } catch {
      this.#socket.destroy();
    }
  }

  /** Waits for both of the server's greetings; answers what came behind them. */
  #continueHandshake(arrived: Buffer): Buffer | undefined {
    this.#handshake = arrived;
    if (arrived.length < 1 + HANDSHAKE_BYTES * 2) return undefined;
    this.#handshake = undefined;
    this.#socket.write(arrived.subarray(1, 1 + HANDSHAKE_BYTES));
    const { url } = this.#options;
    const size = Buffer.alloc(4);
    size.writeUInt32BE(OUR_CHUNK_BYTES);
    this.#write(2, SET_CHUNK_SIZE, 0, size);
    const app = url.pathname.replace(/^\/+|\/+$/g, '') + url.search;
    const flashVer = 'FMLE/3.0 (compatible; sandbox)';
    this.#command('connect', 1, {
      app,
      type: 'nonprivate',
      flashVer,
      tcUrl: `${url.protocol}//${url.host}/${app}`,
    });
    return arrived.subarray(1 + HANDSHAKE_BYTES * 2);
  }

  #handleCommand([name, transaction, , argument]: readonly AmfValue[]): void {
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
  if (!isSecure) return connect(where);
  // A certificate is asked for by a name only, never by an IP address; this machine has no signed one.
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ ...where, ...name, rejectUnauthorized: !hosts.isHere(url) });
}

function codeOf(value: AmfValue): AmfValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value['code'] : undefined;
}

import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { selfSigned } from './self-signed.ts';

/** Where to serve. */
export interface ListenOptions {
  /** 0 takes any that is free. */
  port?: number;
  host?: string;
  /** Serve https with a certificate made for this run. */
  tls?: boolean;
  timeouts?: ConnectionTimeouts;
  /** Connections at once; more are closed as they come. */
  maxConnections?: number;
}

/** How long a connection may take. */
export interface ConnectionTimeouts {
  /** For the end of a request's headers. */
  headersMs: number;
  /** For anything at all, in either direction. */
  idleMs: number;
}

/** A place where requests are served. */
export interface Listening {
  readonly url: string;
  /** Lets the requests in progress end, for a moment, and frees the port. */
  close(): Promise<void>;
}

const CLOSE_GRACE_MS = 3_000;
/** Each takes some kB of memory and a handle, of which files need some too. */
const MOST_CONNECTIONS = 4096;
const DEFAULT_TIMEOUTS: ConnectionTimeouts = { headersMs: 15_000, idleMs: 5 * 60_000 };

/** Serves on another port; rejects when the port cannot be had. */
export async function listen(
  handle: RequestListener,
  {
    port = 0,
    host = '127.0.0.1',
    tls = false,
    timeouts = DEFAULT_TIMEOUTS,
    maxConnections = MOST_CONNECTIONS,
  }: ListenOptions,
): Promise<Listening> {
  const options = { connectionsCheckingInterval: Math.ceil(timeouts.headersMs / 3) };
  const server: Server = tls
    ? createTlsServer({ ...options, ...selfSigned(host), handshakeTimeout: timeouts.headersMs }, handle)
    : createServer(options, handle);
  // A part may take longer than the five minutes that node gives a request; the client's own timeout decides.
  server.requestTimeout = 0;
  server.maxConnections = maxConnections;
  server.headersTimeout = timeouts.headersMs;
  server.timeout = timeouts.idleMs;
  server.keepAliveTimeout = 65_000;
  const connections = new Connections(server, tls ? 'secureConnection' : 'connection');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A connection that cannot be accepted, for want of file handles, is that client's trouble alone.
  server.on('error', () => undefined);
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `${tls ? 'https' : 'http'}://${name}:${String(address.port)}`,
    close: () => close(server, connections),
  };
}

/** The connections of a server, and how many requests of each are not answered. */
class Connections {
  readonly #unanswered = new Map<Socket, number>();
  #isClosing = false;

  constructor(server: Server, event: 'connection' | 'secureConnection') {
    server.on(event, (socket: Socket) => {
      this.#unanswered.set(socket, 0);
      socket.once('close', () => this.#unanswered.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.#count(socket, 1);
      response.once('close', () => {
        this.#count(socket, -1);
      });
    });
  }

  /**
   * Ends the connections without an unanswered request, now and as soon as that is so. Node's `closeIdleConnections`
   * leaves connections without a first request, and connections that become idle later.
   */
  endIdle(): void {
    this.#isClosing = true;
    for (const socket of this.#unanswered.keys()) this.#count(socket, 0);
  }

  #count(socket: Socket, more: number): void {
    const unanswered = (this.#unanswered.get(socket) ?? 0) + more;
    if (this.#unanswered.has(socket)) this.#unanswered.set(socket, unanswered);
    // After the written bytes have been sent.
    if (this.#isClosing && unanswered === 0) socket.destroySoon();
  }
}

function close(server: Server, connections: Connections): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      server.closeAllConnections();
    }, CLOSE_GRACE_MS);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    connections.endIdle();
  });
}

import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from './self-signed.ts';

/** Where to serve. */
export interface ListenOptions {
  /** 0 takes any that is free. */
  port?: number;
  host?: string;
  /** Serve https with a certificate made for this run. */
  tls?: boolean;
  patience?: Patience;
}

/** How long a connection may keep us waiting, in milliseconds. */
export interface Patience {
  /** For the end of a request's headers. */
  headers: number;
  /** For anything at all, in either direction. */
  silence: number;
}

/** A place where requests are served. */
export interface Listening {
  readonly url: string;
  /** Lets the requests in progress end, for a moment, and frees the port. */
  close(): Promise<void>;
}

const GRACE = 3_000;
const PATIENCE: Patience = { headers: 15_000, silence: 5 * 60_000 };

/** Serves on a port of its own; rejects when the port cannot be had. */
export async function listen(
  handle: RequestListener,
  { port = 0, host = '127.0.0.1', tls = false, patience = PATIENCE }: ListenOptions,
): Promise<Listening> {
  const options = { connectionsCheckingInterval: Math.ceil(patience.headers / 3) };
  const server: Server = tls
    ? createTlsServer({ ...options, ...selfSigned(host) }, handle)
    : createServer(options, handle);
  // A part may take longer than the five minutes that node gives a request; the client's own patience decides.
  server.requestTimeout = 0;
  server.headersTimeout = patience.headers;
  server.timeout = patience.silence;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `${tls ? 'https' : 'http'}://${name}:${String(address.port)}`,
    close: () => close(server),
  };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      server.closeAllConnections();
    }, GRACE);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}

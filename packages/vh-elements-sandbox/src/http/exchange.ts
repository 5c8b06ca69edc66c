import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';

const HOST = /^[A-Za-z0-9._-]+(:\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](:\d{1,5})?$/;

/** One request and its answer, as a route sees them. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  /** Where the client believes that it is: every URL that is handed out begins with it. */
  readonly origin: string;
}

/** Splits a request's target without decoding anything. */
export function splitTarget(target: string): { path: string; query: URLSearchParams } {
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: new URLSearchParams() }
    : { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark)) };
}

/**
 * The scheme and host that the client used, through a proxy that sets `X-Forwarded-Proto` too. Undefined for a Host that is
 * none: under a made-up host in its place, a page under that name would count as one of this machine.
 */
export function originOf(request: IncomingMessage): string | undefined {
  const forwarded = request.headers['x-forwarded-proto'];
  const encrypted = request.socket instanceof TLSSocket;
  const scheme = forwarded === 'https' || forwarded === 'http' ? forwarded : encrypted ? 'https' : 'http';
  const { host } = request.headers;
  // Only a client of HTTP/1.0 says none, and no browser is one.
  if (host === undefined) return `${scheme}://127.0.0.1:${String(request.socket.localPort ?? 0)}`;
  const origin = `${scheme}://${host}`;
  return HOST.test(host) && URL.canParse(origin) ? origin : undefined;
}

/** The path parameter `name`; the router has made sure that it is there. */
export function param(exchange: Exchange, name: string): string {
  return exchange.params[name] ?? '';
}

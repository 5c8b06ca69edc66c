import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ClientHttp2Session } from 'node:http2';
import { originOf } from './expected-answer.ts';
import type { WireAnswer, WireRequest } from './wire-request.ts';

/** A server that answers nothing for so long is at fault. */
const WAIT_MS = 30_000;

/** Writes it into a connection of its own. Undefined where the connection ends without an answer. */
export async function sendByHttp1(url: string, request: WireRequest): Promise<WireAnswer | undefined> {
  const { hostname, port } = new URL(url);
  const { method, target, hosts, headers, body } = request;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...hosts.map((host) => `host: ${host}`),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body.length > 0 || method === 'POST' ? [`content-length: ${String(body.length)}`] : []),
    'connection: close',
  ];
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]));
    return parseAnswer(await textOf(socket));
  } finally {
    socket.destroy();
  }
}

function textOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const end = () => resolve(Buffer.concat(pieces).toString('latin1'));
    socket.setTimeout(WAIT_MS, () => reject(new Error('no answer in time')));
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    socket.on('end', end);
    socket.on('close', end);
    socket.on('error', end);
  });
}

function parseAnswer(text: string): WireAnswer | undefined {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
  if (status === undefined) return undefined;
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const has = (name: string) => new RegExp(`^${name}:`, 'im').test(head);
  return toAnswer(Number(status), has, rest.join('\r\n\r\n'));
}

function toAnswer(status: number, has: (name: string) => boolean, body: string): WireAnswer {
  return {
    status,
    word: /"type":"vh-elements\/([a-z-]+)"/.exec(body)?.[1] ?? '',
    cors: has('access-control-allow-origin'),
    allows: has('access-control-allow-methods'),
  };
}

/** Sends it as a stream. Undefined for what HTTP/2 has no way to say. */
export async function sendByHttp2(
  session: ClientHttp2Session,
  { method, target, hosts, headers, body }: WireRequest,
): Promise<WireAnswer | undefined> {
  const [authority, host] = hosts;
  if (authority === undefined || authority === host) return undefined;
  const fields = { ...headers, ...(host !== undefined && { host }) };
  const stream = session.request({
    ...{ ':method': method, ':path': target, ':authority': authority },
    ...fields,
  });
  stream.end(body);
  const answer = await new Promise<{ status: number; head: object } | undefined>((resolve) => {
    stream.on('response', (head) => resolve({ status: Number(head[':status']), head }));
    stream.on('error', () => resolve(undefined));
    stream.on('close', () => resolve(undefined));
  });
  if (!answer) return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return toAnswer(answer.status, (name) => name in answer.head, Buffer.concat(pieces).toString('latin1'));
}

/** Hands it over as a Workers-like runtime does. Undefined for what such a runtime refuses, or writes in another way. */
export async function sendByFetch(
  handler: (request: Request) => Response | Promise<Response>,
  { method, target, hosts, headers, body }: WireRequest,
): Promise<WireAnswer | undefined> {
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !target.startsWith('/') || target.includes('#')) return undefined;
  let request: Request;
  try {
    const url = new URL(`http://${host}${target}`);
    const isAsWritten = url.pathname === target.split('?')[0] && originOf('http', host) === url.origin;
    if (!isAsWritten) return undefined;
    const bytes = body.length > 0 ? new Uint8Array(body) : null;
    request = new Request(url, { method, headers: { host, ...headers }, body: bytes });
  } catch {
    return undefined;
  }
  const response = await handler(request);
  return toAnswer(response.status, (name) => response.headers.has(name), await response.text());
}

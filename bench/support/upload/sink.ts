import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ByteCheck, FormFile } from '../../../test/upload/support/byte-check.ts';
import { SlowLine, type Shape } from '../../../test/e2e/upload/support/slow-line.ts';

/**
 * Where the race ends: it speaks every contestant's wire, checks and counts bytes and keeps none, so that the bench measures
 * the client. In a process of its own; its parent says by messages how the line is to be.
 */
const PAGE =
  '<!doctype html><title>race</title><input type="file"><script type="module" src="/race.js"></script>';
const uploads = new Map<string, { size: number; length: number }>();
/** Bytes that signed addresses have. */
const puts = new Map<string, number>();
let received = 0;
/** Requests with a byte that is not the file's, or not in its place. */
let wrong = 0;
/** The page's, by path. */
let scripts: Readonly<Record<string, string>> = {};

const server = createServer((request, response) => {
  void serve(request, response);
});
server.keepAliveTimeout = 60_000;
server.requestTimeout = 0;
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const line = await SlowLine.to(port);

process.on('message', (message: { shape?: Shape; scripts?: Record<string, string>; count?: true }) => {
  if (message.scripts) scripts = message.scripts;
  if (message.shape) line.shape = message.shape;
  if (message.count) {
    process.send?.({ received: Math.max(received, line.sent), resets: line.resets, wrong });
    received = line.sent = line.resets = wrong = 0;
    uploads.clear();
    puts.clear();
  }
});
process.send?.({ direct: `http://127.0.0.1:${String(port)}`, line: line.url });

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.on('error', () => undefined);
  const { pathname } = new URL(request.url ?? '/', 'http://race.example');
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader(
    'access-control-allow-headers',
    request.headers['access-control-request-headers'] ?? '*',
  );
  response.setHeader('access-control-allow-methods', 'POST, PATCH, PUT, HEAD, DELETE, OPTIONS');
  response.setHeader(
    'access-control-expose-headers',
    'Location, Upload-Offset, Upload-Length, Tus-Extension, Range, Video-Id',
  );
  response.setHeader('access-control-max-age', '86400');
  const script = scripts[pathname];
  if (script !== undefined) response.setHeader('content-type', 'text/javascript');
  if (request.method === 'GET') {
    if (pathname === '/') response.setHeader('content-type', 'text/html');
    response.end(pathname === '/' ? PAGE : (script ?? ''));
    return;
  }
  if (request.method === 'OPTIONS') {
    response.setHeader('tus-extension', 'creation,concatenation');
    response.writeHead(204).end();
    return;
  }
  const tus = request.headers['tus-resumable'] === undefined ? undefined : uploads.get(pathname);
  if (tus && request.method === 'PATCH' && Number(request.headers['upload-offset']) !== tus.size) {
    // Chromium repeats a request that was reset, with the offset of before.
    response.writeHead(409, { connection: 'close' }).end();
    request.resume();
    return;
  }
  const range = request.method === 'PUT' ? rangeOf(request) : undefined;
  if (range?.from !== undefined) puts.set(pathname, range.from);
  const isWhole = await count(request, (bytes) => {
    if (tus) tus.size += bytes;
    if (range) puts.set(pathname, (puts.get(pathname) ?? 0) + bytes);
  });
  if (!isWhole) return;
  if (request.headers['tus-resumable'] !== undefined) answerTus(pathname, request, response);
  else if (range) answerPut(puts.get(pathname) ?? 0, range.size, response);
  else answerPart(response);
}

async function count(request: IncomingMessage, add: (bytes: number) => void): Promise<boolean> {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  const form = type.startsWith('multipart/form-data') ? new FormFile(type, Number(length)) : undefined;
  const check = new ByteCheck();
  let isRight = true;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      received += chunk.length;
      add(chunk.length);
      isRight &&= check.add(form ? form.take(chunk) : chunk);
    }
    if (!isRight) wrong++;
    return request.complete;
  } catch {
    return false;
  }
}

function answerPart(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  response.writeHead(201).end(JSON.stringify({ videoId: 'viRace', assets: {} }));
}

/** What a PUT says of its bytes; one without bytes asks how many there are. */
function rangeOf({ headers }: IncomingMessage): { from?: number; size: number } {
  const [, from, size] = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (size === undefined) return { from: 0, size: Number(headers['content-length']) };
  return { size: Number(size), ...(from === undefined ? {} : { from: Number(from) }) };
}

function answerPut(stored: number, size: number, response: ServerResponse): void {
  if (stored > 0 && stored < size) response.setHeader('range', `bytes=0-${String(stored - 1)}`);
  response.writeHead(stored < size ? 308 : 200).end();
}

function answerTus(pathname: string, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('tus-resumable', '1.0.0');
  response.setHeader('video-id', 'viRace');
  if (request.method === 'POST') {
    const location = `${pathname}/${String(uploads.size)}-${Math.random().toString(36).slice(2)}`;
    uploads.set(location, { size: 0, length: Number(request.headers['upload-length'] ?? 0) });
    response.setHeader('location', `http://${request.headers.host ?? ''}${location}`);
    response.writeHead(201).end();
    return;
  }
  const upload = uploads.get(pathname);
  if (!upload) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('upload-offset', upload.size);
  response.setHeader('upload-length', upload.length);
  response.writeHead(request.method === 'HEAD' ? 200 : 204).end();
}

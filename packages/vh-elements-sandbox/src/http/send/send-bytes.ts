import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isMissing, storageFailureOf } from '../../store/database/storage-failure.ts';
import type { Exchange } from '../exchange.ts';
import { notFound } from '../problem.ts';

/** Files that, one after the other, are one thing to serve. */
export interface Servable {
  files: readonly { path: string; size: number }[];
  type: string;
  etag: string;
  /** True for what never changes under its address. */
  immutable: boolean;
}

/** Serves one file of the data folder. */
export async function sendFile(
  exchange: Exchange,
  path: string,
  type: string,
  immutable: boolean,
): Promise<void> {
  const found = await orNotFound(stat(path));
  if (!found.isFile()) throw notFound('asset');
  const etag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`;
  await sendBytes(exchange, { files: [{ path, size: found.size }], type, etag, immutable });
}

/** Serves a text that was made for this request. */
export function sendText(exchange: Exchange, text: string, type: string): void {
  sendFixed(exchange, Buffer.from(text), type);
}

/** Serves bytes that are at hand. */
export function sendFixed({ request, response }: Exchange, bytes: Buffer, type: string): void {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  response.setHeader('etag', etag);
  allowCaching(response, 'no-cache');
  if (matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
  response.end(bytes);
}

/** Serves bytes with validators and ranges; for several ranges at once, which no client here requests, it serves the whole file. */
export async function sendBytes(exchange: Exchange, servable: Servable): Promise<void> {
  const { request, response } = exchange;
  const { files, type, etag, immutable } = servable;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  response.setHeader('etag', etag);
  response.setHeader('accept-ranges', 'bytes');
  allowCaching(response, immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  const ifRange = request.headers['if-range'];
  const fresh = ifRange === undefined || ifRange === etag;
  const range = fresh ? parseRange(request.headers.range, size) : undefined;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${String(size)}` }).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const chunks = read(files, start, end);
  // Read before anything is said: a disk that fails is answered as such.
  const first = request.method === 'HEAD' ? undefined : await orNotFound(chunks.next());
  if (range) response.setHeader('content-range', `bytes ${String(start)}-${String(end)}/${String(size)}`);
  response.writeHead(range ? 206 : 200, { 'content-type': type, 'content-length': end - start + 1 });
  if (!first || first.done) {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.from(from(first.value, chunks)), response);
  } catch (error) {
    response.destroy();
    // A viewer who goes away in the middle is no failure of ours.
    if (error instanceof LostBytes || storageFailureOf(error)) throw error;
  } finally {
    // Closes its file, also when the reader has stopped.
    await chunks.return(undefined);
  }
}

/** A stored file that is shorter than is known of it. */
class LostBytes extends Error {}

async function* from(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** A missing file is "not found"; a file that cannot be read for another reason may exist. */
function orNotFound<Found>(looking: Promise<Found>): Promise<Found> {
  return looking.catch((error: unknown) => {
    throw isMissing(error) ? notFound('asset') : error;
  });
}

/** A private resource has set its own header already. */
function allowCaching(response: Exchange['response'], caching: string): void {
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', caching);
}

async function* read(files: Servable['files'], start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0;
  for (const { path, size } of files) {
    const from = Math.max(start, at);
    const to = Math.min(end, at + size - 1);
    if (from <= to) {
      const handle = await open(path, 'r');
      let left = to - from + 1;
      for await (const chunk of handle.createReadStream({
        start: from - at,
        end: to - at,
        highWaterMark: 256 * 1024,
      }) as AsyncIterable<Buffer>) {
        left -= chunk.length;
        yield chunk;
      }
      // The promised length cannot be kept: the reader must not wait for it.
      if (left > 0) throw new LostBytes(`a stored file has ${String(left)} bytes less than it should`);
    }
    at += size;
  }
}

function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return undefined;
  if (found[1] === '') {
    const length = Number(found[2]);
    return length === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(found[1]);
  const end = found[2] === '' ? size - 1 : Math.min(Number(found[2]), size - 1);
  if (found[2] !== '' && Number(found[2]) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

function matches(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')
  );
}

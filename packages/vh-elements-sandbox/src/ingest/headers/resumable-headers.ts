import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../../http/problem.ts';

/** The drafts that name themselves so get the informational answers 104; others could take them for something else. */
const INTEROP_VERSION = '8';

/** Marks the answer as one of a server that takes resumable uploads, of at most so many bytes. */
export function sendResumableAbilities(response: ServerResponse, maxBytes: number): void {
  response.setHeader('accept-patch', 'application/partial-upload');
  response.setHeader('upload-limit', `max-size=${String(maxBytes)}`);
}

/** Sends an answer 104 before the final one, to a client that knows it. */
export function sendResumptionSupported(
  request: IncomingMessage,
  headers: Readonly<Record<string, string>>,
): void {
  if (request.headers['upload-draft-interop-version'] !== INTEROP_VERSION) return;
  if (request.httpVersion !== '1.1' || !request.socket.writable) return;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  request.socket.write(`HTTP/1.1 104 Upload Resumption Supported\r\n${lines.join('')}\r\n`);
}

/** A header that is an Integer; one of another type counts as absent. */
export function readInteger(request: IncomingMessage, name: string): number | undefined {
  const text = request.headers[name];
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Whether the request brings the last of the bytes. */
export function readComplete(request: IncomingMessage): boolean {
  const text = request.headers['upload-complete'];
  if (text === '?1') return true;
  if (text === '?0') return false;
  throw new Problem('upload-header-invalid', { name: 'Upload-Complete' });
}

/** The length of the whole upload, as far as a request at `offset` says it, in one way or in two that agree. */
export function readUploadLength(request: IncomingMessage, offset: number): number | undefined {
  const declared = readInteger(request, 'upload-length');
  const content = readInteger(request, 'content-length');
  const counted = readComplete(request) && content !== undefined ? offset + content : undefined;
  if (declared !== undefined && counted !== undefined && declared !== counted)
    throw new Problem('inconsistent-upload-length', { name: 'Upload-Length' });
  return declared ?? counted;
}

/** The file's name in a `Content-Disposition`. */
export function readFilename(request: IncomingMessage): string | undefined {
  const header = request.headers['content-disposition'] ?? '';
  const encoded = /;\s*filename\*=utf-8''([^;\s]+)/i.exec(header)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // The plain form may be readable.
  }
  return /;\s*filename="([^"]*)"/i.exec(header)?.[1];
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../../http/problem.ts';

/** The only version of the protocol that is spoken. */
export const TUS_VERSION = '1.0.0';
/** Largest upload: what the service takes in all. */
export const TUS_MAX_BYTES = 30 * 1024 ** 3;
/** Digests that a client may send with its bytes. */
export const TUS_CHECKSUMS: readonly string[] = ['sha1', 'sha256', 'md5'];

const EXTENSIONS = [
  'creation',
  'creation-with-upload',
  'creation-defer-length',
  'termination',
  'expiration',
  'concatenation',
  'checksum',
];

/** The headers of the answer to OPTIONS. */
export function sendTusAbilities(response: ServerResponse): void {
  response.setHeader('tus-resumable', TUS_VERSION);
  response.setHeader('tus-version', TUS_VERSION);
  response.setHeader('tus-extension', EXTENSIONS.join(','));
  response.setHeader('tus-max-size', TUS_MAX_BYTES);
  response.setHeader('tus-checksum-algorithm', TUS_CHECKSUMS.join(','));
}

/** Marks the answer as one of the protocol, and refuses another version of it. */
export function checkTusVersion(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('tus-resumable', TUS_VERSION);
  if (request.headers['tus-resumable'] === TUS_VERSION) return;
  response.setHeader('tus-version', TUS_VERSION);
  throw new Problem('tus-version-unsupported', { name: 'Tus-Resumable' });
}

/** A header that holds a count of bytes; nothing where it is absent. */
export function readCount(request: IncomingMessage, name: string): number | undefined {
  const text = request.headers[name.toLowerCase()];
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw new Problem('tus-header-invalid', { name });
  return Number(text);
}

/** The length of an upload that is being made: known, or sent later. */
export function readLength(request: IncomingMessage): number | undefined {
  const length = readCount(request, 'Upload-Length');
  const deferred = request.headers['upload-defer-length'];
  if (deferred !== undefined && deferred !== '1')
    throw new Problem('tus-header-invalid', { name: 'Upload-Defer-Length' });
  if ((length === undefined) === (deferred === undefined)) {
    throw new Problem('tus-header-invalid', { name: 'Upload-Length' });
  }
  checkLength(length);
  return length;
}

/** Throws the problem of a length that no upload may have. */
export function checkLength(length: number | undefined): void {
  if (length === 0) throw new Problem('uploaded-file-empty', { name: 'Upload-Length' });
  if (length !== undefined && length > TUS_MAX_BYTES)
    throw new Problem('tus-too-large', { name: 'Upload-Length' });
}

/** The pairs of an `Upload-Metadata` header. */
export function parseMetadata(header: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = ''] = pair.trim().split(' ', 2);
    if (key !== '') pairs.set(key, Buffer.from(value, 'base64').toString('utf8'));
  }
  return pairs;
}

/** The digest that the bytes of a request must have. */
export function readChecksum(request: IncomingMessage): { algorithm: string; digest: string } | undefined {
  const header = request.headers['upload-checksum'];
  if (header === undefined) return undefined;
  const [algorithm = '', digest = ''] = String(header).split(' ', 2);
  if (!TUS_CHECKSUMS.includes(algorithm))
    throw new Problem('tus-header-invalid', { name: 'Upload-Checksum' });
  return { algorithm, digest };
}

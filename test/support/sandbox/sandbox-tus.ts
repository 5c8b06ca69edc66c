import { request as httpRequest } from 'node:http';
import { Upload, type UploadOptions } from 'tus-js-client';

/** One request of the tus wire, by hand. */
export async function tus(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: Uint8Array,
): Promise<Response> {
  return fetch(url, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...headers },
    body: body === undefined ? null : new Uint8Array(body),
  });
}

/** Sends the first `size` bytes of a PATCH and cuts the connection there. */
export function cutPatch(url: string, offset: number, bytes: Uint8Array, length: number): Promise<void> {
  return new Promise((resolve) => {
    const outgoing = httpRequest(url, { method: 'PATCH', headers: patchHeaders(offset, length) });
    outgoing.on('error', () => undefined);
    outgoing.on('close', () => {
      resolve();
    });
    outgoing.write(bytes, () => outgoing.destroy());
  });
}

function patchHeaders(offset: number, length: number): Record<string, string> {
  return {
    'tus-resumable': '1.0.0',
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
    'content-length': String(length),
  };
}

/** Sends the first bytes of a PATCH, and leaves its connection open until its returned function closes it. */
export async function stuckPatch(
  url: string,
  offset: number,
  bytes: Uint8Array,
  length: number,
): Promise<() => void> {
  const outgoing = httpRequest(url, { method: 'PATCH', headers: patchHeaders(offset, length) });
  outgoing.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    outgoing.write(bytes, () => {
      resolve();
    });
  });
  return () => {
    outgoing.destroy();
  };
}

/** Uploads with the real client and answers what it knows at the end. */
export function tusUpload(
  bytes: Buffer,
  options: Omit<UploadOptions, 'onSuccess' | 'onError'>,
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(bytes, {
      retryDelays: [0, 10, 50],
      ...options,
      onSuccess: () => {
        resolve(upload);
      },
      onError: reject,
    });
    upload.start();
  });
}

/** The value of an Upload-Metadata header. */
export function tusMetadata(pairs: Record<string, string>): string {
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Limits } from '../common/limits.ts';
import { throwIfStorage } from '../store/database/storage-failure.ts';
import { writeFully } from '../store/files/write-fully.ts';
import { HostNotAllowed, type SourceHosts } from './source-hosts.ts';

const MOST_REDIRECTS = 5;

/** Why nothing came of a download; the sentences are for people. */
export const DOWNLOAD_FAILURES = {
  'host-not-allowed': 'The host of the source was not allowed.',
  'redirected-elsewhere': 'The source was redirected to another host.',
  'redirected-too-often': 'The source was redirected too often.',
  'unreachable': 'The host of the source cannot be reached.',
  'refused': 'The host of the source refused to give it.',
  'too-large': 'The source is larger than a video may be.',
  'timed-out': 'The source took too long to come.',
  'broken-off': 'The source broke off.',
  'empty': 'The source is empty.',
} as const;

/** The stable code of such a failure. */
export type DownloadFailure = keyof typeof DOWNLOAD_FAILURES;

/** A download that failed. */
export class FailedDownload extends Error {
  readonly code: DownloadFailure;

  constructor(code: DownloadFailure, options?: ErrorOptions) {
    super(DOWNLOAD_FAILURES[code], options);
    this.code = code;
  }
}

/** From where to where, and how much. */
export interface DownloadOptions {
  url: URL;
  hosts: SourceHosts;
  limits: Limits;
  /** The file to make. */
  to: string;
  signal: AbortSignal;
  onProgress: (received: number, total: number | undefined) => void;
}

/** Fetches a source into a file and makes sure that it is on disk. */
export async function download(options: DownloadOptions): Promise<{ size: number; sha256: string }> {
  const late = AbortSignal.timeout(options.limits.downloadMs);
  const signal = AbortSignal.any([options.signal, late]);
  const handle = await open(options.to, 'wx', 0o600);
  try {
    return await store(await follow({ ...options, signal }), handle, options);
  } catch (error) {
    throwIfStorage(error);
    throw late.aborted ? new FailedDownload('timed-out', { cause: error }) : toFailure(error);
  } finally {
    await handle.close();
  }
}

/** Follows redirects, as long as they stay on the host that was named. */
async function follow(options: DownloadOptions): Promise<IncomingMessage> {
  let { url } = options;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await ask(url, options);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return response;
    response.destroy();
    const { location } = headers;
    if (statusCode < 300 || statusCode > 399 || location === undefined) throw new FailedDownload('refused');
    if (!URL.canParse(location, url)) throw new FailedDownload('refused');
    const next = options.hosts.read(new URL(location, url).href);
    if (typeof next === 'string' || next.host !== url.host) throw new FailedDownload('redirected-elsewhere');
    url = next;
  }
  throw new FailedDownload('redirected-too-often');
}

function ask(url: URL, { hosts, limits, signal }: DownloadOptions): Promise<IncomingMessage> {
  const lookup = hosts.lookupOf(url);
  const options = {
    agent: false,
    signal,
    headers: { 'accept': '*/*', 'accept-encoding': 'identity' },
    ...(lookup ? { lookup } : {}),
  };
  return new Promise((resolve, reject) => {
    const sent =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, rejectUnauthorized: !hosts.isHere(url) })
        : requestHttp(url, options);
    let response: IncomingMessage | undefined;
    sent.setTimeout(limits.silenceMs, () => (response ?? sent).destroy(new FailedDownload('timed-out')));
    sent.on('error', reject);
    sent.once('response', (answer) => {
      response = answer;
      resolve(answer);
    });
    sent.end();
  });
}

async function store(
  response: IncomingMessage,
  handle: FileHandle,
  { limits, onProgress }: DownloadOptions,
): Promise<{ size: number; sha256: string }> {
  const said = Number(response.headers['content-length'] ?? NaN);
  const total = Number.isSafeInteger(said) ? said : undefined;
  const hash = createHash('sha256');
  let size = 0;
  try {
    if ((total ?? 0) > limits.sourceBytes) throw new FailedDownload('too-large');
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (size + chunk.length > limits.sourceBytes) throw new FailedDownload('too-large');
      hash.update(chunk);
      await writeFully(handle, chunk, size);
      size += chunk.length;
      onProgress(size, total);
    }
  } catch (error) {
    response.destroy();
    throwIfStorage(error);
    throw error instanceof FailedDownload ? error : new FailedDownload('broken-off', { cause: error });
  }
  if (size === 0) throw new FailedDownload('empty');
  await handle.sync();
  return { size, sha256: hash.digest('hex') };
}

function toFailure(error: unknown): FailedDownload {
  if (error instanceof FailedDownload) return error;
  return new FailedDownload(error instanceof HostNotAllowed ? 'host-not-allowed' : 'unreachable', {
    cause: error,
  });
}

import { VhError } from '../../core/errors/vh-error.ts';
import { toHex } from '../../core/random-name.ts';
import type { Store } from '../../core/store.ts';
import { nextMessage, startWorker } from '../optimize/start-worker.ts';
import type { HashRequest } from '../optimize/worker-messages.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import type { UploadState } from '../ports/upload-state.ts';
import { Sha256 } from '../../core/sha256.ts';

/** An upload whose bytes are hashed. */
export interface HashedUpload {
  readonly file: File;
  readonly store: Store<UploadState>;
}

/** Takes a file piece by piece, in order. */
interface Hasher {
  add: (piece: Blob) => Promise<unknown>;
  finish: () => string | Promise<string>;
}

/** Bytes that are read at once. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Bytes that a page hashes in one turn, where it has no worker: some milliseconds. */
const TURN_BYTES = 256 * 1024;
/** How long a worker may need to start, or for one piece, in milliseconds. */
const WORKER_TIMEOUT_MS = 11_000;

/**
 * The SHA-256 of what an upload sends, in hexadecimal. It is read a second time, always from the start, and never ahead of what has left:
 * the disk need not read it again then, and sending comes first. Resolves with undefined where the file cannot be read, and once
 * the upload has failed or was cancelled.
 */
export async function checksumOf(
  { file, store }: HashedUpload,
  environment: Pick<UploadEnvironment, 'sleep'>,
): Promise<string | undefined> {
  const over = new AbortController();
  let wake = () => {};
  const unsubscribe = store.subscribe(({ status }) => {
    if (status === 'failed' || status === 'cancelled') over.abort();
    wake();
  });
  try {
    let hasher: Hasher | undefined;
    for (let at = 0; !over.signal.aborted;) {
      const { sent, status } = store.state;
      const isSent = status === 'processing' || status === 'stored' || status === 'playable';
      const ready = isSent ? file.size : Math.min(sent, file.size);
      if (isSent ? ready > at : ready >= at + PIECE_BYTES) {
        const to = Math.min(ready, at + PIECE_BYTES);
        // No worker is worth loading for a small file, which Web Crypto hashes at once.
        if (isSent && ready <= PIECE_BYTES) return toHex(await digest(file));
        hasher ??= await startHasher(environment, over.signal);
        await hasher.add(file.slice(at, to));
        at = to;
      } else if (isSent) return await hasher?.finish();
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } catch {
    // What cannot be read is for the upload itself to report.
  } finally {
    unsubscribe();
    over.abort();
  }
  return undefined;
}

async function digest(file: File): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await file.slice(0).arrayBuffer()));
}

/** A worker, so that the page's thread is free; where the page's policy, its bundler or the browser allows none, the page itself. */
async function startHasher(
  environment: Pick<UploadEnvironment, 'sleep'>,
  signal: AbortSignal,
): Promise<Hasher> {
  const worker =
    typeof Worker === 'undefined'
      ? undefined
      : await startWorker(signal, WORKER_TIMEOUT_MS).catch(() => undefined);
  signal.throwIfAborted();
  if (!worker) return pageHasher(environment, signal);
  signal.addEventListener('abort', () => worker.terminate(), { once: true });
  const ask = async (request: HashRequest) => {
    const answered = nextMessage(worker, signal, WORKER_TIMEOUT_MS);
    worker.postMessage(request);
    return answered;
  };
  return {
    add: async (piece) => {
      const answer = await ask({ hash: piece });
      if (!('hashed' in answer)) throw new VhError('file-unreadable', 'The worker did not read the file.');
    },
    finish: async () => {
      const answer = await ask({ hash: undefined });
      if (!('sha256' in answer)) throw new VhError('file-unreadable', 'The worker did not finish.');
      return answer.sha256;
    },
  };
}

function pageHasher({ sleep }: Pick<UploadEnvironment, 'sleep'>, signal: AbortSignal): Hasher {
  const hash = new Sha256();
  return {
    add: async (piece) => {
      const bytes = new Uint8Array(await piece.arrayBuffer());
      for (let at = 0; at < bytes.length; at += TURN_BYTES) {
        hash.update(bytes.subarray(at, at + TURN_BYTES));
        await sleep(0, signal);
      }
    },
    finish: () => hash.finish(),
  };
}

import { ByteReader } from './byte-reader.ts';
import { chooseReader } from './choose-reader.ts';
import { type FileInfo, type InfoReader, type LoadInfoReader, UNKNOWN_FILE } from './file-info.ts';

/** Milliseconds: nobody waits longer for a file's bytes before the first one leaves. */
const DEFAULT_TIMEOUT_MS = 300;

/** How a look into a file may be ended early. */
export interface InspectOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds after which it gives what is known: nothing. */
  timeoutMs?: number;
}

/**
 * What a video file says about itself: at most 1 MiB of it is read, through slices, wherever its header stands.
 *
 * It never rejects, and always ends: a file that is something else, broken or hostile is one about which nothing is
 * known, and so is one that is not read in time. Only an abort by `signal` rejects, with its reason. The code that reads
 * a container is loaded when one is seen, which takes its own time; where it cannot be loaded, nothing is known either.
 */
export async function inspectFile(file: Blob, options: InspectOptions = {}): Promise<FileInfo> {
  const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  signal?.throwIfAborted();
  const over = new AbortController();
  const peek = new ByteReader(file, over.signal);
  let left = timeoutMs;
  try {
    let next: LoadInfoReader | FileInfo | undefined = () => Promise.resolve(chooseReader);
    while (typeof next === 'function') {
      const reader: InfoReader | undefined = await unless(signal, next);
      const began = performance.now();
      next = reader && (await unless(signal, () => reader(peek), left));
      left -= performance.now() - began;
    }
    return next ?? UNKNOWN_FILE;
  } catch {
    signal?.throwIfAborted();
    return UNKNOWN_FILE;
  } finally {
    over.abort();
  }
}

/** What `work` gives, unless the signal aborts, with whose reason it rejects; nothing when it takes longer than `ms`. */
async function unless<Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
  ms?: number,
): Promise<Value | undefined> {
  signal?.throwIfAborted();
  const over = new AbortController();
  const ended = new Promise<undefined>((resolve, reject) => {
    const timer = ms === undefined ? undefined : setTimeout(() => resolve(undefined), ms);
    over.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: over.signal });
  });
  try {
    return await Promise.race([work(), ended]);
  } finally {
    over.abort();
  }
}

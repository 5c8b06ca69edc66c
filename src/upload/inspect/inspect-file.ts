import { type FileInfo, UNKNOWN_FILE } from './file-info.ts';
import { readMatroska } from './matroska-info.ts';
import { readMp4 } from './mp4-info.ts';
import { Peek } from './peek.ts';

/** Milliseconds: nobody waits longer before the first byte leaves. */
const PATIENCE = 300;

/** How a look into a file may be ended early. */
export interface InspectOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds after which it gives what is known: nothing. */
  patience?: number;
}

/**
 * What a video file says about itself: at most 1 MiB of it is read, through slices, wherever its header stands.
 *
 * It never rejects, and always ends: a file that is something else, broken or hostile is one about which nothing is
 * known, and so is one that is not read in time. Only an abort by `signal` rejects, with its reason.
 */
export async function inspectFile(file: Blob, options: InspectOptions = {}): Promise<FileInfo> {
  const { signal, patience = PATIENCE } = options;
  signal?.throwIfAborted();
  const over = new AbortController();
  const ended = new Promise<FileInfo>((resolve, reject) => {
    const timer = setTimeout(() => {
      resolve(UNKNOWN_FILE);
    }, patience);
    over.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: over.signal });
  });
  try {
    return await Promise.race([look(new Peek(file, over.signal)), ended]);
  } finally {
    over.abort();
  }
}

async function look(peek: Peek): Promise<FileInfo> {
  return (await readMp4(peek)) ?? (await readMatroska(peek)) ?? UNKNOWN_FILE;
}

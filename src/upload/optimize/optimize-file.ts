import type { FileInfo } from '../inspect/file-info.ts';
import { isSmaller, type OptimizeGoal, type Plan, planFor } from './goal.ts';
import type { OptimizeNews, OptimizeOrder } from './optimize-worker.ts';
import { scriptAddress } from './script-address.ts';

export { parseGoal } from './goal.ts';

/** How an optimization is followed and ended. */
export interface OptimizeOptions {
  signal?: AbortSignal | undefined;
  /** Called with a share of one. */
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * A smaller film of the same: by WebCodecs, in a worker, as an MP4 with its header first.
 *
 * Whatever stands in the way, the file itself is given back: nothing worth it, a codec that this browser has not, a
 * policy that forbids workers, a sound that would be lost, an end that is not smaller. Only an abort rejects.
 */
export async function optimizeFile(
  file: File,
  info: FileInfo,
  goal: OptimizeGoal,
  { signal, onProgress }: OptimizeOptions = {},
): Promise<File> {
  signal?.throwIfAborted();
  const plan = typeof VideoEncoder === 'undefined' ? undefined : planFor(info, file.size, goal);
  if (!plan) return file;
  const made = await make(file, plan, signal, onProgress).catch(() => undefined);
  signal?.throwIfAborted();
  if (!made || !isSmaller(made.size, file.size)) return file;
  const name = file.name.replace(/(\.[^.]*)?$/, '.mp4');
  return new File([made], name, { type: 'video/mp4', lastModified: file.lastModified });
}

async function make(
  file: File,
  plan: Plan,
  signal: AbortSignal | undefined,
  onProgress: OptimizeOptions['onProgress'],
): Promise<Blob | undefined> {
  const { WORKER_ADDRESS, WORKER_NAME } = await import('./optimize-worker.ts');
  signal?.throwIfAborted();
  const worker = new Worker(scriptAddress(WORKER_ADDRESS), { type: 'module', name: WORKER_NAME });
  const over = new AbortController();
  try {
    return await new Promise<Blob | undefined>((resolve) => {
      const give = () => resolve(undefined);
      signal?.addEventListener('abort', give, { signal: over.signal });
      worker.addEventListener('error', give, { signal: over.signal });
      worker.addEventListener('messageerror', give, { signal: over.signal });
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<OptimizeNews>) => {
          if ('made' in data) resolve(data.made);
          else onProgress?.(Math.min(1, Math.max(0, data.progress)));
        },
        { signal: over.signal },
      );
      const order: OptimizeOrder = { file, plan };
      worker.postMessage(order);
    });
  } finally {
    over.abort();
    worker.terminate();
  }
}

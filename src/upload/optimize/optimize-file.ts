import type { FileInfo } from '../inspect/file-info.ts';
import { isSmaller, isTooSlow, isWhole, type OptimizeGoal, planFor } from './goal.ts';
import type { OptimizeNews, OptimizeOrder } from './optimize-worker.ts';
import { scriptAddress } from './script-address.ts';

export { parseGoal } from './goal.ts';

/** How an optimization is followed and ended. */
export interface OptimizeOptions {
  signal?: AbortSignal | undefined;
  /** Called with a share of one. */
  onProgress?: ((share: number) => void) | undefined;
  /** Milliseconds without any progress after which the file goes as it is. */
  patience?: number | undefined;
}

const PATIENCE = 30_000;

/**
 * A smaller film of the same: by WebCodecs, in a worker, as an MP4 with its header first.
 *
 * Whatever stands in the way, the file itself is given back: nothing worth it, a codec that this browser has not, a
 * policy that forbids workers, a sound that would be lost, an encoder that is slower than a slow line would be with what it
 * saves, an end that is not smaller, or not the whole film. Only an abort rejects.
 */
export async function optimizeFile(
  file: File,
  info: FileInfo,
  goal: OptimizeGoal,
  options: OptimizeOptions = {},
): Promise<File> {
  const { signal } = options;
  signal?.throwIfAborted();
  const plan = typeof VideoEncoder === 'undefined' ? undefined : planFor(info, file.size, goal);
  if (!plan) return file;
  const saved = file.size - (plan.bitrate * (info.duration ?? 0)) / 8;
  const made = await make({ file, plan }, saved, options).catch(() => undefined);
  signal?.throwIfAborted();
  if (!made || !isSmaller(made.size, file.size)) return file;
  // Not above: bundlers let the worker share this module, and what reads headers may lie beside what needs a document.
  const reader = await import('../inspect/inspect-file.ts').catch(() => undefined);
  const found = await reader?.inspectFile(made, { signal, patience: PATIENCE });
  if (!found || !isWhole(found, info)) return file;
  const name = file.name.replace(/(\.[^.]*)?$/, '.mp4');
  return new File([made], name, { type: 'video/mp4', lastModified: file.lastModified });
}

async function make(
  order: OptimizeOrder,
  saved: number,
  { signal, onProgress, patience = PATIENCE }: OptimizeOptions,
): Promise<Blob | undefined> {
  const { WORKER_ADDRESS, WORKER_NAME } = await import('./optimize-worker.ts');
  signal?.throwIfAborted();
  const worker = new Worker(scriptAddress(WORKER_ADDRESS), { type: 'module', name: WORKER_NAME });
  const over = new AbortController();
  try {
    return await new Promise<Blob | undefined>((resolve) => {
      const began = performance.now();
      const give = () => resolve(undefined);
      let watch = setTimeout(give, patience);
      over.signal.addEventListener('abort', () => clearTimeout(watch));
      const failed = (event: Event) => {
        // It has failed for us alone: the page's own error handlers need not hear of it.
        event.preventDefault();
        give();
      };
      signal?.addEventListener('abort', give, { signal: over.signal });
      worker.addEventListener('error', failed, { signal: over.signal });
      worker.addEventListener('messageerror', give, { signal: over.signal });
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<OptimizeNews>) => {
          clearTimeout(watch);
          if ('made' in data) return resolve(data.made);
          watch = setTimeout(give, patience);
          if (isTooSlow(data.progress, performance.now() - began, saved)) return give();
          onProgress?.(Math.min(1, Math.max(0, data.progress)));
        },
        { signal: over.signal },
      );
      worker.postMessage(order);
    });
  } finally {
    over.abort();
    worker.terminate();
  }
}

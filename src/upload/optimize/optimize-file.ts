import { isVhError, VhError } from '../../core/vh-error.ts';
import type { FileInfo } from '../inspect/file-info.ts';
import { isSmaller, isTooSlow, isComplete, type OptimizeGoal, planOptimization } from './optimize-plan.ts';
import { startWorker } from './start-worker.ts';
import type { OptimizeMessage, OptimizeRequest } from './worker-messages.ts';

export { parseGoal } from './optimize-plan.ts';

/** How an optimization is followed and ended. */
export interface OptimizeOptions {
  signal?: AbortSignal | undefined;
  /** Called with a share of one. */
  onProgress?: ((share: number) => void) | undefined;
  /** Called with `optimize-unavailable` when the film could be smaller, and this browser or page cannot make it so. */
  onNotice?: ((notice: VhError) => void) | undefined;
  /** Without any progress for so long, the file goes as it is. */
  stallTimeoutMs?: number | undefined;
}

const STALL_TIMEOUT_MS = 30_000;

/**
 * A smaller film of the same: by WebCodecs, in a worker, as an MP4 with its header first.
 *
 * Whatever stands in the way, the file itself is given back: nothing worth it, a sound that would be lost, an encoder that is
 * slower than a slow line would be with what it saves, an end that is not smaller, or not the whole film. Where it cannot be
 * done at all (no encoder, no worker, a codec that this browser has not), `onNotice` hears so. Only an abort rejects.
 */
export async function optimizeFile(
  file: File,
  info: FileInfo,
  goal: OptimizeGoal,
  options: OptimizeOptions = {},
): Promise<File> {
  const { signal, onNotice } = options;
  signal?.throwIfAborted();
  const plan = planOptimization(info, file.size, goal);
  if (!plan) return file;
  const saved = file.size - (plan.bitrate * (info.duration ?? 0)) / 8;
  const made = await make({ file, plan }, saved, options).catch((error: unknown) => {
    if (isVhError(error)) onNotice?.(error);
    return undefined;
  });
  signal?.throwIfAborted();
  if (!made || !isSmaller(made.size, file.size)) return file;
  const reader = await import('../inspect/inspect-file.ts').catch(() => undefined);
  const found = await reader?.inspectFile(made, { signal, timeoutMs: STALL_TIMEOUT_MS });
  if (!found || !isComplete(found, info)) return file;
  const name = file.name.replace(/(\.[^.]*)?$/, '.mp4');
  return new File([made], name, { type: 'video/mp4', lastModified: file.lastModified });
}

async function make(
  request: OptimizeRequest,
  saved: number,
  { signal: caller, onProgress, stallTimeoutMs = STALL_TIMEOUT_MS }: OptimizeOptions,
): Promise<Blob | undefined> {
  if (typeof VideoEncoder === 'undefined') throw unavailable('This browser has no video encoder for pages.');
  const over = new AbortController();
  const signal = caller ? AbortSignal.any([caller, over.signal]) : over.signal;
  const worker = await startWorker(signal, stallTimeoutMs);
  try {
    return await new Promise<Blob | undefined>((resolve, reject) => {
      const began = performance.now();
      const stalled = () => reject(unavailable('The worker that makes a film smaller says nothing more.'));
      let timer = setTimeout(stalled, stallTimeoutMs);
      const ended = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
      signal.addEventListener('abort', ended, { once: true });
      const failed = (event: Event) => {
        // It has failed for us alone: the page's own error handlers need not hear of it.
        event.preventDefault();
        reject(unavailable('The worker that makes a film smaller has failed.'));
      };
      worker.addEventListener('error', failed, { signal });
      worker.addEventListener('messageerror', failed, { signal });
      const follow = ({ data }: MessageEvent<OptimizeMessage>) => {
        clearTimeout(timer);
        if ('made' in data) return resolve(data.made);
        if ('unsupported' in data) {
          return reject(unavailable(`This browser cannot make the film smaller (${data.unsupported}).`));
        }
        timer = setTimeout(stalled, stallTimeoutMs);
        if (isTooSlow(data.progress, performance.now() - began, saved)) return resolve(undefined);
        onProgress?.(Math.min(1, Math.max(0, data.progress)));
      };
      worker.addEventListener('message', follow, { signal });
      worker.postMessage(request);
    });
  } finally {
    over.abort();
    worker.terminate();
  }
}

function unavailable(reason: string): VhError {
  return new VhError('optimize-unavailable', `${reason} The file is sent as it is.`);
}

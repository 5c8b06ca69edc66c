import { isVhError, VhError } from '../../core/errors/vh-error.ts';
import type { FileInfo } from '../inspect/bytes/file-info.ts';
import { inspectFile } from '../inspect/inspect-file.ts';
import { isSmaller, isTooSlow, isComplete, type OptimizeGoal, planOptimization } from './optimize-plan.ts';
import { runWorker } from './start-worker.ts';
import type { OptimizeRequest } from './worker-messages.ts';

export { parseGoal } from './optimize-plan.ts';

/** How an optimization is followed and ended. */
export interface OptimizeOptions {
  signal?: AbortSignal | undefined;
  /** Called with the progress, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  /** Called with `optimize-unavailable` when the film could be smaller, and this browser or page cannot make it so. */
  onNotice?: ((notice: VhError) => void) | undefined;
  /** After this many milliseconds without progress, the file is sent unchanged. */
  stallTimeoutMs?: number | undefined;
}

const STALL_TIMEOUT_MS = 30_000;

/**
 * Makes a smaller film by WebCodecs, in a worker, as an MP4 with its header first.
 *
 * Resolves with the file itself where a smaller film is not worth it: too few bytes are saved, the sound would be lost, a
 * slow line would send the saved bytes sooner, or the result is not smaller or not complete. Where this browser cannot
 * make one (no encoder, no worker, an unknown codec), it also calls `onNotice`. Rejects only when `signal` aborts.
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
    if (isVhError(error) && !signal?.aborted) onNotice?.(error);
    return undefined;
  });
  signal?.throwIfAborted();
  if (!made || !isSmaller(made.size, file.size)) return file;
  const found = await inspectFile(made, { signal, timeoutMs: STALL_TIMEOUT_MS });
  if (!isComplete(found, info)) return file;
  const name = file.name.replace(/(\.[^.]*)?$/, '.mp4');
  return new File([made], name, { type: 'video/mp4', lastModified: file.lastModified });
}

async function make(
  request: OptimizeRequest,
  saved: number,
  { signal = new AbortController().signal, onProgress, stallTimeoutMs = STALL_TIMEOUT_MS }: OptimizeOptions,
): Promise<Blob | undefined> {
  if (typeof VideoEncoder === 'undefined') throw unavailable('This browser has no video encoder for pages.');
  const began = performance.now();
  const goOn = (share: number) => {
    if (isTooSlow(share, performance.now() - began, saved)) return false;
    onProgress?.(Math.min(1, Math.max(0, share)));
    return true;
  };
  const message = await runWorker(request, signal, stallTimeoutMs, goOn).catch((error: unknown) => {
    throw isVhError(error, 'optimize-unavailable')
      ? error
      : unavailable('The worker that makes a film smaller has failed, or is silent.');
  });
  if (message && 'unsupported' in message)
    throw unavailable(`This browser cannot make the film smaller (${message.unsupported}).`);
  return message && 'made' in message ? message.made : undefined;
}

function unavailable(reason: string): VhError {
  return new VhError('optimize-unavailable', `${reason} The file is sent as it is.`);
}

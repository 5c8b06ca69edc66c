import { watchPolicy } from '../../core/setup/page-policy.ts';
import { scriptAddress } from '../../core/setup/script-address.ts';
import { abortable } from '../../core/async/abortable.ts';
import { withDeadline } from '../../core/async/deadline.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { WORKER_NAME, type OptimizeMessage, type WorkerRequest } from './worker-messages.ts';

/**
 * Starts the worker, and waits until it answers. Rejects where the page's policy, its bundler or the browser allows none, or
 * none answers within `timeoutMs`.
 */
export async function startWorker(signal: AbortSignal, timeoutMs: number): Promise<Worker> {
  let cause: unknown;
  try {
    for await (const address of workerAddresses()) {
      signal.throwIfAborted();
      try {
        return await startAt(address, signal, timeoutMs);
      } catch (error) {
        signal.throwIfAborted();
        cause ??= error;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    cause ??= error;
  }
  throw new VhError('optimize-unavailable', 'The worker that makes a film smaller could not be started.', {
    cause,
  });
}

/**
 * Has the worker do one thing, and resolves with its last message; with undefined, where `goOn` says of a share that it is
 * not worth the time. Rejects where there is no worker, when it fails or is silent, and with the signal's reason.
 */
export async function runWorker(
  request: WorkerRequest,
  signal: AbortSignal,
  stallTimeoutMs: number,
  goOn: (share: number) => boolean,
): Promise<Exclude<OptimizeMessage, { progress: number }> | undefined> {
  const worker = await startWorker(signal, stallTimeoutMs);
  try {
    worker.postMessage(request);
    for (;;) {
      const message = await nextMessage(worker, signal, stallTimeoutMs);
      if (!('progress' in message)) return message;
      if (!goOn(message.progress)) return undefined;
    }
  } finally {
    worker.terminate();
  }
}

/** Where the worker's file may be; one after the other, since the second costs the page a download. */
async function* workerAddresses(): AsyncGenerator<string> {
  // Vite, webpack and Turbopack know this form: they put the file, which `npm run build` has packed, beside the bundle.
  yield new URL('./optimize-worker.js', import.meta.url).href;
  // esbuild and Vite's development server do not, but make a chunk of an import, and that knows its own address.
  const { WORKER_ADDRESS } = await import(/* webpackIgnore: true */ './optimize-worker.ts');
  yield WORKER_ADDRESS;
}

async function startAt(address: string, signal: AbortSignal, timeoutMs: number): Promise<Worker> {
  // Turbopack gives a path, where the others give an address.
  const { href, origin } = new URL(address, location.href);
  // Browsers make no worker of another origin's script; one of the page's own may import it.
  const shim = origin !== location.origin && URL.createObjectURL(shimFor(href));
  watchPolicy('worker-src', shim ? 'blob' : href);
  try {
    const worker = new Worker(scriptAddress(shim || href), { type: 'module', name: WORKER_NAME });
    try {
      await nextMessage(worker, signal, timeoutMs);
    } catch (error) {
      worker.terminate();
      throw error;
    }
    return worker;
  } finally {
    if (shim) URL.revokeObjectURL(shim);
  }
}

/** With `import()`, since Chromium holds a worker's other imports against `worker-src`, where a page need not list them. */
function shimFor(address: string): Blob {
  const script = `import(${JSON.stringify(address)}).catch((error) => setTimeout(() => { throw error; }));`;
  return new Blob([script], { type: 'text/javascript' });
}

/** The worker's next message. Rejects when the worker fails or is silent for `timeoutMs`, or with the signal's reason. */
export function nextMessage(
  worker: Worker,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<OptimizeMessage> {
  const over = new AbortController();
  const message = new Promise<OptimizeMessage>((resolve, reject) => {
    const failed = (event: Event) => {
      // It has failed for us alone: the page's own error handlers do not need it.
      event.preventDefault();
      reject(new DOMException('The worker failed.', 'NetworkError'));
    };
    const options = { signal: over.signal };
    worker.addEventListener('message', ({ data }: MessageEvent<OptimizeMessage>) => resolve(data), options);
    worker.addEventListener('error', failed, options);
    worker.addEventListener('messageerror', failed, options);
  });
  return withDeadline(abortable(message, signal), timeoutMs, 'The worker is silent.').finally(() =>
    over.abort(),
  );
}

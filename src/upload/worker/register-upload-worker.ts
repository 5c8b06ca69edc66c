import { VhError } from '../../core/errors/vh-error.ts';
import { scriptAddress } from '../../core/setup/script-address.ts';
import { holdWaitingFiles } from '../queue/waiting-files.ts';
import { browserResumeEnvironment } from '../resume/resume-environment.ts';
import { registered } from '../resume/worker/has-worker.ts';

/** What `registerUploadWorker` takes. */
export interface UploadWorkerOptions {
  /** Where the site serves `upload-worker.js`, or a service worker of its own that imports it. */
  address?: string | URL | undefined;
  /** As of `navigator.serviceWorker.register`: a page need not lie in it. */
  scope?: string | undefined;
}

/**
 * Registers the service worker that sends on when a page has gone; call it on each page. Rejects with
 * `upload-worker-unavailable` where the browser or the page has none: uploads go on as without it.
 *
 * ```js
 * import { registerUploadWorker } from 'vh-elements';
 *
 * registerUploadWorker().catch(() => {});
 * ```
 */
export async function registerUploadWorker({
  address = '/upload-worker.js',
  scope,
}: UploadWorkerOptions = {}): Promise<ServiceWorkerRegistration> {
  const registration = register(address, scope);
  registered.registration = registration;
  try {
    const ready = await registration;
    void attend();
    return ready;
  } catch (error) {
    if (registered.registration === registration) registered.registration = undefined;
    throw error;
  }
}

async function register(
  address: string | URL,
  scope: string | undefined,
): Promise<ServiceWorkerRegistration> {
  if (!browserResumeEnvironment() || !('serviceWorker' in navigator))
    throw unavailable('This page or its browser has no service workers: they need https.');
  try {
    const options = { updateViaCache: 'none', ...(scope === undefined ? {} : { scope }) } as const;
    const registration = await navigator.serviceWorker.register(scriptAddress(String(address)), options);
    await untilActive(registration);
    return registration;
  } catch (cause) {
    throw unavailable('The script of the upload worker is missing, or is not allowed here.', cause);
  }
}

async function untilActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return;
  const over = new AbortController();
  await new Promise<void>((resolve, reject) => {
    const follow = () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(unavailable('The upload worker could not be installed.'));
    };
    worker.addEventListener('statechange', follow, { signal: over.signal });
    follow();
  }).finally(() => over.abort());
}

/** While earlier pages' uploads are sent on, this page has the worker stay. */
async function attend(): Promise<void> {
  void holdWaitingFiles();
  const link = await browserResumeEnvironment()?.loadWorkerLink?.();
  const left = new AbortController();
  addEventListener('pagehide', () => left.abort(), { signal: left.signal });
  await link?.attend(left.signal);
}

const unavailable = (message: string, cause?: unknown) =>
  new VhError('upload-worker-unavailable', message, { cause });

import { pageWide } from '../../../core/page-wide.ts';

/** The worker that the page has registered, for all copies of the library in it. */
export const registered = pageWide('upload-worker/1', () => ({
  registration: undefined as Promise<ServiceWorkerRegistration> | undefined,
}));

/** True where a worker may be that sends on when the page has gone: a cheap check before more code is loaded. */
export function hasWorker(): boolean {
  // Absent without https.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  return !!(registered.registration ?? container?.controller);
}

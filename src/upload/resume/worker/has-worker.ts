import { pageWide } from '../../../core/page-wide.ts';
import type { HandedFiles, WorkerLink } from './worker-link.ts';

/** The worker that the page has registered, what the page has to do with it, and what it has given: for all copies of the library. */
export const registered = pageWide('upload-worker/2', () => ({
  registration: undefined as Promise<ServiceWorkerRegistration> | undefined,
  link: undefined as WorkerLink | undefined,
  handed: new Map() as HandedFiles,
}));

/** True where a worker may be that sends on when the page has gone: a cheap check before more code is loaded. */
export function hasWorker(): boolean {
  // Absent without https.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  return !!(registered.registration ?? container?.controller);
}

import { browserUploadEnvironment } from '../browser-environment.ts';
import { fetchSender } from '../sending/fetch-sender.ts';
import { browserResumeEnvironment } from '../resume/resume-environment.ts';
import { UploadWorker } from './upload-worker.ts';

// The script of a service worker, or what a site's own imports by `importScripts`. It answers no request of a page.

/** The used part of `ServiceWorkerGlobalScope`, which the DOM's types do not have. */
interface WorkerScope extends EventTarget {
  readonly location: Location;
  readonly serviceWorker?: { readonly scriptURL: string };
  readonly clients: { claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
}

interface WorkerMessageEvent extends MessageEvent<unknown> {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

declare const self: WorkerScope;
const resume = browserResumeEnvironment();

// A browser without locks between tabs: pages do without.
if (resume) {
  const upload = {
    ...browserUploadEnvironment,
    sender: fetchSender,
    policy: undefined,
    onOnline: (listener: () => void, signal: AbortSignal) =>
      self.addEventListener('online', listener, { signal }),
  };
  const worker = new UploadWorker({ upload, resume });
  const listen = (event: Event) => {
    const { data, origin, source, ports, waitUntil } = event as WorkerMessageEvent;
    const [port] = ports;
    // Pages of this origin only; a port is there for the answer.
    if (origin !== self.location.origin || !source || !port) return;
    waitUntil.call(
      event,
      worker.take(data, (answer) => port.postMessage(answer)),
    );
  };
  // As long as there is the worker.
  self.addEventListener('message', listen);
}

// A site's own worker decides itself when it takes over.
if (/\/upload-worker(?:\.[\w-]+)?\.js$/.test(new URL(self.location.href).pathname)) {
  // As long as there is the worker.
  self.addEventListener('install', () => void self.skipWaiting());
  // As long as there is the worker.
  self.addEventListener('activate', (event) => (event as WorkerMessageEvent).waitUntil(self.clients.claim()));
}

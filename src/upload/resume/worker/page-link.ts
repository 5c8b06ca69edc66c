import { sleep } from '../../../core/async/sleep.ts';
import { registered } from './has-worker.ts';
import { WorkerLink, type LinkEnvironment } from './worker-link.ts';

/** The link of this page. */
export function pageLink(page: Pick<LinkEnvironment, 'tab' | 'notifyLeft'>): WorkerLink {
  if (registered.link) return registered.link;
  const link = new WorkerLink(
    { ...page, locks: navigator.locks, handed: registered.handed, sleep },
    {
      find: async () => {
        const registration = await registered.registration?.catch(() => undefined);
        return registration?.active ?? navigator.serviceWorker.controller ?? undefined;
      },
      ask: (worker, message, timeoutMs) => askByPort(worker as ServiceWorker, message, timeoutMs),
    },
  );
  registered.link = link;
  // As long as there is the page.
  addEventListener('pagehide', () => link.leave());
  return link;
}

async function askByPort(worker: ServiceWorker, message: unknown, timeoutMs: number): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const over = new AbortController();
  const { signal } = over;
  try {
    return await new Promise<unknown>((resolve, reject) => {
      port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data), { signal });
      port1.start();
      worker.postMessage(message, [port2]);
      sleep(timeoutMs, signal).then(() => resolve(undefined), reject);
    });
  } finally {
    over.abort();
    port1.close();
  }
}

import { sleep } from '../async/sleep.ts';

const LOOPBACK = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;
/** Milliseconds: a server that is silent for so long is not there. */
const TIMEOUT_MS = 5_000;

/** Why a page cannot reach an address. A browser's scripts learn only that it cannot. */
export type Obstacle =
  /** The page's Content Security Policy. */
  | 'policy'
  /** The page is https, the address is http. */
  | 'mixed-content'
  /** The server answers, and does not let this page read the answer. */
  | 'cors'
  /** Nothing answers. */
  | 'no-server';

const isOffline = () => !navigator.onLine;

/**
 * Finds out by one further request, whose answer no script can read: a policy reports that it stopped it, and a server that
 * only forbids reading answers it. Nothing where the browser is offline, and where the address can be read now.
 */
export async function whyUnreachable(address: string): Promise<Obstacle | undefined> {
  const { protocol, origin, hostname } = new URL(address, location.href);
  if (isOffline()) return undefined;
  if (location.protocol === 'https:' && protocol === 'http:' && !LOOPBACK.test(hostname))
    return 'mixed-content';
  const watch = new AbortController();
  const seen = { isForbidden: false };
  document.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, disposition }) => {
      if (disposition === 'enforce' && blockedURI.startsWith(origin)) seen.isForbidden = true;
    },
    { signal: watch.signal },
  );
  const isAnswered = await fetch(address, {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    () => true,
    () => false,
  );
  // The browser reports a violation in a separate task.
  await sleep(0);
  watch.abort();
  if (seen.isForbidden) return 'policy';
  if (isAnswered) return origin === location.origin ? undefined : 'cors';
  return isOffline() ? undefined : 'no-server';
}

/** The obstacle in words: `who` is what could not be reached, at `origin`. */
export function describeObstacle(obstacle: Obstacle, who: string, origin: string): string {
  switch (obstacle) {
    case 'policy':
      return `${who} could not be reached: the page's Content Security Policy forbids it. Add ${origin} to connect-src.`;
    case 'mixed-content':
      return `${who} could not be reached: a page on https cannot use an address on http. Serve it on https.`;
    case 'cors':
      return `${who} answers, but does not allow this page to read the answer (CORS).`;
    case 'no-server':
      return `${who} could not be reached: no server answers there.`;
  }
}

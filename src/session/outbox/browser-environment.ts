import { EARLY_EVENTS_KEY, earlyEvents } from '../../core/early-events.ts';
import type { SessionEnvironment } from '../ports/session-environment.ts';

const LOCK = 'vh-session-events';

/** The browser's own functions. Made on demand: importing this touches nothing. */
export function browserSessionEnvironment(): SessionEnvironment {
  const canKeepAlive = typeof Request === 'function' && 'keepalive' in Request.prototype;
  return {
    fetch: (url, init) => globalThis.fetch(url, init),
    // A beacon carries cookies, and its answer cannot be read: only where there is nothing better.
    beacon: canKeepAlive ? undefined : (url, body) => navigator.sendBeacon(url, body),
    now: Date.now,
    elapsed: () => performance.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => {
        clearTimeout(timer);
      };
    },
    random: Math.random,
    get earlyEvents() {
      return earlyEvents();
    },
    set earlyEvents(text) {
      try {
        if (text) localStorage.setItem(EARLY_EVENTS_KEY, text);
        else localStorage.removeItem(EARLY_EVENTS_KEY);
      } catch {
        // Storage is denied, so nothing is stored.
      }
    },
    exclusively,
    window: globalThis.window,
    document: globalThis.document,
  };
}

/** Held while it works and not longer: a page that holds a lock does not get into the back/forward cache. */
async function exclusively(name: string, work: () => Promise<void>): Promise<void> {
  // Pages without https have no locks. Two tabs may deliver the same events there: collectors keep them once.
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return work();
  await locks.request(`${LOCK} ${name}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

import { watchPolicy } from '../../core/setup/page-policy.ts';
import type { SessionEnvironment } from '../ports/session-environment.ts';
import { EARLY_EVENTS_KEY, earlyEvents } from '../stored/press.ts';

/** The browser's own functions. Made on demand: importing this touches nothing. */
export function browserSessionEnvironment(): SessionEnvironment {
  const canKeepAlive = typeof Request === 'function' && 'keepalive' in Request.prototype;
  return {
    fetch: (url, init) => {
      watchPolicy('connect-src', url);
      return globalThis.fetch(url, init);
    },
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
        if (text) localStorage[EARLY_EVENTS_KEY] = text;
        else localStorage.removeItem(EARLY_EVENTS_KEY);
      } catch {
        // Storage is denied, so nothing is stored.
      }
    },
    window: globalThis.window,
    document: globalThis.document,
  };
}

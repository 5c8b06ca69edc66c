/** The platform functions that a session uses; a test brings its own. */
export interface SessionEnvironment {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Hands a body to the browser for delivery after the page is gone; undefined where `fetch` can do that itself. */
  beacon: ((url: string, body: string) => boolean) | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs once after `ms`; the answer calls it off. */
  after: (ms: number, run: () => void) => () => void;
  random: () => number;
  /** This tab's storage. Neither may throw. */
  recall: (key: string) => string | null;
  remember: (key: string, value: string | null) => void;
  /** Where `pagehide`, `pageshow` and `online` are heard; undefined outside a page. */
  window: EventTarget | undefined;
  /** Where `visibilitychange` is heard, and where the viewer came from. */
  document: (EventTarget & { readonly visibilityState: string; readonly referrer: string }) | undefined;
}

/** The browser's own world. Made on demand: importing this touches nothing. */
export function browserSessionEnvironment(): SessionEnvironment {
  const canKeepAlive = typeof Request === 'function' && 'keepalive' in Request.prototype;
  return {
    fetch: (url, init) => globalThis.fetch(url, init),
    // A beacon carries cookies and its answer is never heard: only where there is nothing better.
    beacon: canKeepAlive ? undefined : (url, body) => navigator.sendBeacon(url, body),
    now: Date.now,
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => {
        clearTimeout(timer);
      };
    },
    random: Math.random,
    recall: (key) => {
      try {
        return sessionStorage.getItem(key);
      } catch {
        return null;
      }
    },
    remember: (key, value) => {
      try {
        if (value === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, value);
      } catch {
        // Storage is full or forbidden: the session lasts as long as the page.
      }
    },
    window: globalThis.window,
    document: globalThis.document,
  };
}

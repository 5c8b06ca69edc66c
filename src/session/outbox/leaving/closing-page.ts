import type { SessionEnvironment } from '../../ports/session-environment.ts';

/** The page's outbox, as far as it hears that the page goes. */
export interface LeavablePage {
  readonly environment: SessionEnvironment;
  /** The page goes: may be called again. */
  leave: () => void;
  /** It is back. */
  return: () => void;
}

/** Milliseconds from `beforeunload` to the moment at which a tab that is closed is hidden. */
const CLOSING_MS = 1_000;

/**
 * Leaves a page as its tab is closed, before `pagehide`. Firefox ends the process of a tab that was the last of its site, and
 * with it the listeners of `pagehide`, in the middle of their work. The tab is hidden first, right after `beforeunload`.
 */
export function leaveWhenClosed(page: LeavablePage): void {
  const { document, elapsed, window } = page.environment;
  let askedAt = -Infinity;
  let hasLeft = false;
  // As long as there is the page.
  window?.addEventListener('beforeunload', () => (askedAt = elapsed()));
  // As long as there is the page.
  window?.addEventListener('pagehide', () => {
    askedAt = -Infinity;
    hasLeft = false;
  });
  const onChange = () => {
    if (document?.visibilityState !== 'hidden') {
      // The viewer wanted to stay, and had only gone to another tab.
      if (hasLeft) page.return();
      hasLeft = false;
    } else if (elapsed() - askedAt < CLOSING_MS) {
      hasLeft = true;
      page.leave();
    }
  };
  // As long as there is the page.
  document?.addEventListener('visibilitychange', onChange, { capture: true });
}

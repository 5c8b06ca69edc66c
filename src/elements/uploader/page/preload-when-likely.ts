import { whenSeen } from '../../host/when-seen.ts';

/**
 * Loads what an upload needs before a person asks for it: when files are dragged over the page, and when the page is idle
 * with the element in view; not the latter for a person who saves data.
 */
export function preloadWhenLikely(element: Element, preload: () => void, signal: AbortSignal): void {
  document.addEventListener('dragenter', preload, { signal });
  if (navigator.connection?.saveData) return;
  // WebKit has no idle callbacks.
  const callWhenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  const preloadWhenIdle = () => callWhenIdle(() => signal.aborted || preload());
  const seen = () => {
    if (document.readyState === 'complete') preloadWhenIdle();
    else addEventListener('load', preloadWhenIdle, { once: true, signal });
  };
  whenSeen(element, seen, signal);
}

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/**
 * Loads what an upload needs before a person asks for it: when files are dragged over the page, and when the page rests with
 * the element in view; not the latter for a person who saves data.
 */
export function preloadWhenLikely(element: Element, preload: () => void, signal: AbortSignal): void {
  document.addEventListener('dragenter', preload, { signal });
  if (navigator.connection?.saveData) return;
  const loadAtRest = () => {
    if (signal.aborted) return;
    if (document.readyState === 'complete') preload();
    else whenIdle(loadAtRest);
  };
  const view = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting) whenIdle(loadAtRest);
  });
  view.observe(element);
  signal.addEventListener('abort', () => view.disconnect());
}

/** WebKit has no idle callbacks. */
function whenIdle(work: () => void): void {
  ('requestIdleCallback' in window ? requestIdleCallback : setTimeout)(work);
}

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

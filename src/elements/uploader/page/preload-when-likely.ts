/**
 * Loads what an upload needs before a person asks for it: when files are dragged over the page, until the signal aborts, and
 * when the page rests with the element in view; not the latter for a person who saves data.
 */
export function preloadWhenLikely(element: Element, preload: () => void, signal: AbortSignal): void {
  document.addEventListener('dragenter', preload, { signal });
  const loadAtRest = () => (document.readyState === 'complete' ? preload() : whenIdle(loadAtRest));
  // It ends with the first view, or with the element.
  const view = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    view.disconnect();
    whenIdle(loadAtRest);
  });
  if (!navigator.connection?.saveData) view.observe(element);
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

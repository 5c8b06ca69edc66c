/**
 * Loads what an upload needs before a person asks for it: when files are dragged over the page, and when the page is idle
 * with the element in view; not the latter for a person who saves data.
 */
export function preloadWhenLikely(element: Element, preload: () => void, signal: AbortSignal): void {
  document.addEventListener('dragenter', preload, { signal });
  if (navigator.connection?.saveData) return;
  const preloadWhenIdle = () => whenIdle(preload, signal);
  const view = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    view.disconnect();
    if (document.readyState === 'complete') preloadWhenIdle();
    else addEventListener('load', preloadWhenIdle, { once: true, signal });
  });
  view.observe(element);
  signal.addEventListener('abort', () => view.disconnect(), { once: true });
}

/** WebKit has no idle callbacks. */
function whenIdle(work: () => void, signal: AbortSignal): void {
  const callWhenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  callWhenIdle(() => signal.aborted || work());
}

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** Calls back once: when the element comes near what the visitor sees. Never where nothing is seen, as in jsdom. */
export function whenSeen(
  element: Element,
  callback: () => void,
  signal: AbortSignal,
  rootMargin = '0px',
): void {
  if (typeof IntersectionObserver === 'undefined') return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        observer.disconnect();
        callback();
      }
    },
    { rootMargin },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}

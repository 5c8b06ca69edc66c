/** Calls back when a player may load, and how much, by its `load` attribute. */
export function followInterest(
  player: HTMLElement & { readonly loadWhen: string | undefined },
  rouse: (to?: 'seen') => void,
  signal: AbortSignal,
): void {
  if (player.loadWhen === 'now') rouse();
  else if (player.loadWhen !== 'intent') whenSeen(player, () => rouse('seen'), signal);
  whenTouched(player, () => rouse(), signal);
}

/** Calls back once: when the element comes near what the visitor sees. */
function whenSeen(element: Element, callback: () => void, signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin: '25%' },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}

/** Calls back once: when a pointer, a finger or the focus comes to the element. */
function whenTouched(element: Element, callback: () => void, signal: AbortSignal): void {
  const once = new AbortController();
  signal.addEventListener('abort', () => once.abort(), { signal: once.signal });
  for (const type of ['pointerenter', 'touchstart', 'focusin']) {
    element.addEventListener(
      type,
      () => {
        once.abort();
        callback();
      },
      { passive: true, signal: once.signal },
    );
  }
}

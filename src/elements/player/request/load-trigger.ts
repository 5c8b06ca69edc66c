import { whenSeen } from '../../host/when-seen.ts';

/**
 * Calls back when a player is seen and when it is about to be used, as its `load` attribute says. `ask` gets the code that asks the visitor
 * first; a page that cannot fetch it loads nothing.
 */
export function watchLoadTrigger(
  player: HTMLElement & { readonly loadWhen: string | undefined; readonly autoplay: boolean },
  onSeen: () => void,
  onUse: () => void,
  ask: (code: typeof import('../consent/consent-gate.ts')) => void,
  signal: AbortSignal,
): void {
  if (player.loadWhen === 'consent')
    return whenSeen(player, () => void import('../consent/consent-gate.ts').then(ask, () => {}), signal);
  // The update that follows begins what may load now.
  if (player.loadWhen !== 'now' && player.loadWhen !== 'intent') {
    // The observer reports a frame later: too late for autoplay.
    if (player.autoplay && isInSight(player)) onSeen();
    else whenSeen(player, onSeen, signal, '25%');
  }
  for (const type of ['pointerenter', 'touchstart', 'focusin'])
    player.addEventListener(type, onUse, { passive: true, signal });
}

/** True where its middle is what a visitor sees. A frame does not know what of it is seen. */
function isInSight(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  // jsdom has no such function.
  const root: Partial<DocumentOrShadowRoot> = element.getRootNode() as Document | ShadowRoot;
  return parent === window && root.elementFromPoint?.(x + width / 2, y + height / 2) === element;
}

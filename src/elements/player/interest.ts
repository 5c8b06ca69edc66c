import { whenSeen } from '../when-seen.ts';

/**
 * Calls back when a player may load, and how much, by its `load` attribute. `ask` gets the code that asks the visitor
 * first; a page that cannot fetch it loads nothing.
 */
export function followInterest(
  player: HTMLElement & { readonly loadWhen: string | undefined },
  rouse: (to?: 'seen') => void,
  ask: (code: typeof import('./consent/consent-gate.ts')) => void,
  signal: AbortSignal,
): void {
  if (player.loadWhen === 'consent')
    return whenSeen(player, () => void import('./consent/consent-gate.ts').then(ask, () => {}), signal);
  if (player.loadWhen === 'now') rouse();
  else if (player.loadWhen !== 'intent') whenSeen(player, () => rouse('seen'), signal, '25%');
  for (const type of ['pointerenter', 'touchstart', 'focusin'])
    player.addEventListener(type, () => rouse(), { passive: true, signal });
}

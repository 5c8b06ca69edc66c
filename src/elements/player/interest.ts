import { whenSeen } from '../when-seen.ts';

/** Calls back when a player may load, and how much, by its `load` attribute. */
export function followInterest(
  player: HTMLElement & { readonly loadWhen: string | undefined },
  rouse: (to?: 'seen') => void,
  signal: AbortSignal,
): void {
  if (player.loadWhen === 'now') rouse();
  else if (player.loadWhen !== 'intent') whenSeen(player, () => rouse('seen'), signal, '25%');
  for (const type of ['pointerenter', 'touchstart', 'focusin'])
    player.addEventListener(type, () => rouse(), { passive: true, signal });
}

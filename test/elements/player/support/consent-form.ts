import type { VhPlayer } from '../../../../src/elements/player/vh-player.ts';

/** What a player asks the visitor before it loads anything; null while it does not ask. */
export function consentForm(player: VhPlayer): HTMLFormElement | null {
  return player.shadowRoot?.querySelector('form') ?? null;
}

/** Agrees to load the video, for this player or for all of the site. */
export function agree(player: VhPlayer, isForAll = false): void {
  const form = consentForm(player);
  const box = form?.querySelector('input');
  if (box) box.checked = isForAll;
  form?.querySelector('button')?.click();
}

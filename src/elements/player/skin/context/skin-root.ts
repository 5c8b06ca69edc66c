import type { PlayerApi } from '../../api/player-api.ts';

/** The element in whose root a player shows: itself, or its stand-in in a picture-in-picture window. */
export function skinRoot({ renderRoot }: Pick<PlayerApi, 'renderRoot'>): HTMLElement {
  return (renderRoot as ShadowRoot).host as HTMLElement;
}

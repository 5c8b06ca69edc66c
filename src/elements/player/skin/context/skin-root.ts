import type { SkinHost } from './skin-context.ts';

/** The element in whose root a player shows: itself, or its stand-in in a picture-in-picture window. */
export function skinRoot({ renderRoot }: Pick<SkinHost, 'renderRoot'>): HTMLElement {
  return (renderRoot as ShadowRoot).host as HTMLElement;
}

import type { facade } from '../../../locales/en/facade.ts';

/** The player's name, with and without a title. */
export type PlayerNames = Pick<typeof facade, 'player' | 'playerTitle'>;

/** The player's states and names for style sheets and screen readers. */
export interface PlayerDescription {
  title: string | undefined;
  words: PlayerNames;
  /** The `:state()`s that match. */
  states: Readonly<Record<string, boolean>>;
  /** False while there is no picture: browsers say of a video without a source that it cannot be played. */
  hasPicture: boolean;
}

/** Tells it. A page that gives the player a role or a name of its own is followed by browsers, not this. */
export function describePlayer(
  internals: Partial<ElementInternals>,
  media: HTMLVideoElement,
  { title, words, states, hasPicture }: PlayerDescription,
): void {
  for (const [name, is] of Object.entries(states)) internals.states?.[is ? 'add' : 'delete'](name);
  internals.role = 'group';
  internals.ariaLabel = title ? words.playerTitle.replace('{title}', () => title) : words.player;
  media.ariaHidden = hasPicture || media.controls ? null : 'true';
}

/** What a player says of itself. */
export interface PlayerDescription {
  title: string | undefined;
  names: Readonly<Record<'player' | 'playerTitle', string>>;
  /** `:state()`s beside `playing`. */
  states: Readonly<Record<string, boolean>>;
  /** True when the video shows its own picture. */
  hasPicture: boolean;
}

/** Exposes a player's states and its name to style sheets and screen readers. */
export function describePlayer(
  internals: Partial<ElementInternals>,
  media: HTMLVideoElement,
  { title, names, states, hasPicture }: PlayerDescription,
): void {
  const all = { playing: !media.paused, ...states };
  for (const [name, is] of Object.entries(all)) internals.states?.[is ? 'add' : 'delete'](name);
  // A role or a name that the page gives to the player comes before these.
  internals.role = 'group';
  internals.ariaLabel = title ? names.playerTitle.replace('{title}', () => title) : names.player;
  // Browsers say of a video without a source that it cannot be played.
  const isShown = hasPicture && !(states['failed'] && media.readyState === 0);
  media.ariaHidden = isShown || media.controls ? null : 'true';
}

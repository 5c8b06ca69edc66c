/** The player's words. `{name}` stands for what is filled in. */
export const player = {
  play: 'Play',
  pause: 'Pause',
};

export type PlayerWords = typeof player;

/** The words of a player that has not played yet: they come with the page, the others with the controls. */
export const facade = {
  play: 'Play',
  playTitle: 'Play: {title}',
  /** The player's name for screen readers, with and without a title. */
  player: 'Video player',
  playerTitle: 'Video player: {title}',
  processing: 'Still processing. It will be playable here soon.',
};

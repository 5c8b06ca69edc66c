/** The words of a player that has not played yet: they come with the page, the others with the controls. */
export const facade = {
  play: 'Play',
  playTitle: 'Play: {title}',
  /** The player's name for screen readers, with and without a title. */
  player: 'Video player',
  playerTitle: 'Video player: {title}',
  /** Of a broadcast that has not begun. */
  upcoming: 'The broadcast has not started yet. It will start here.',
  /** Also where the code of the controls has not come. */
  network: "Can't load the video. Check your connection.",
  processing: 'Still processing. It will be playable here soon.',
};

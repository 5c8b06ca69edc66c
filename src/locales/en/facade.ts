/** The words of a player that has not played yet: they come with the page, the others with the controls. */
export const facade = {
  play: 'Play',
  playTitle: 'Play {title}',
  processing: 'Almost ready: this video is still being prepared and starts by itself',
};

import { facade } from './facade.ts';

/** The player's words. `{name}` stands for what is filled in. */
export const player = {
  ...facade,
  controls: 'Controls',
  pause: 'Pause',
  replay: 'Watch again',
  seek: 'Seek',
  position: '{time} of {duration}',
  live: 'Live',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  captions: 'Captions',
  fullscreen: 'Full screen',
  exitFullscreen: 'Leave full screen',
  buffering: 'Loading',
  retry: 'Try again',
  keyInPage: 'This page shows an API key to everyone. Nothing is played until it is removed.',
  notFound: 'This video is not here any more, or not yet.',
  forbidden: 'This video is not open to you right now.',
  network: 'The video cannot be reached. Is the connection all right?',
  broken: 'This video cannot be played.',
  unsupported: 'This browser cannot play this video.',
};

export type PlayerWords = typeof player;

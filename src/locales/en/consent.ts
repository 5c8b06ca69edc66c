/** The words of a player that asks before it loads. */
export const consent = {
  notice: 'This video comes from a video service. If you load it, the service receives your IP address.',
  load: 'Load and play the video',
  remember: 'Always load videos on this site',
};

export type ConsentWords = typeof consent;

import type { PlaylistItem } from './playlist-entry.ts';

const known = new WeakMap<object, number>();
let count = 0;

/** Which media an entry has. Its title and its picture may change while it plays. Objects are compared as data. */
export function keyOf({ videoId, liveStreamId, src, token, playback }: PlaylistItem): string {
  return JSON.stringify([
    videoId,
    liveStreamId,
    src,
    token,
    typeof playback === 'function' ? numberOf(playback) : playback,
  ]);
}

function numberOf(one: object): number {
  const number = known.get(one) ?? ++count;
  known.set(one, number);
  return number;
}

import type { SkinHost } from '../context/skin-context.ts';

/** Goes to another entry of the playlist and plays it, as the press of a button asks. */
export function stepInPlaylist(
  host: Pick<SkinHost, 'playlist' | 'playlistIndex' | 'next' | 'previous' | 'play'>,
  by: 1 | -1,
): void {
  if (!host.playlist?.[host.playlistIndex + by]) return;
  if (by > 0) host.next();
  else host.previous();
  // A browser that refuses leaves the button to play.
  host.play().catch(() => {});
}

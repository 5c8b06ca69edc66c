import { chapterFrom, markerFrom } from '../../../../captions/index.ts';
import type { SkinContext } from '../context/control.ts';
import { playlistOf } from '../../playlist/playlist-of.ts';
import type { PlayerApi } from '../../api/player-api.ts';

/** Goes to the next chapter, or back to the start of this one and then to the one before, and says its title. */
export function goToChapter({ chapters, timeline, notify }: SkinContext, direction: 1 | -1): void {
  const chapter = chapterFrom(chapters, timeline.time, direction);
  if (!chapter) return;
  timeline.seekTo(chapter.startTime);
  notify(chapter.title);
}

/** Goes to the next marker, or to the one before, and says its title. */
export function goToMarker({ markers, timeline, notify }: SkinContext, direction: 1 | -1): void {
  const marker = markerFrom(markers, timeline.time, direction);
  if (!marker) return;
  timeline.seekTo(marker.time);
  notify(marker.title);
}

/** The place of the entry before (−1) or after (1) the one that plays; undefined at an end. */
export function neighbourOf(
  host: Pick<PlayerApi, 'playlist' | 'playlistIndex'>,
  by: 1 | -1,
): number | undefined {
  const list = playlistOf(host);
  // Until the code that knows the order is there, the list says.
  const index = list ? list.neighbour(by) : host.playlistIndex + by;
  return index !== undefined && host.playlist?.[index] ? index : undefined;
}

/** Goes to another entry of the playlist and plays it, as the press of a button asks. */
export function stepInPlaylist(
  host: Pick<PlayerApi, 'playlist' | 'playlistIndex' | 'next' | 'previous' | 'play'>,
  by: 1 | -1,
): void {
  if (neighbourOf(host, by) === undefined) return;
  if (by > 0) host.next();
  else host.previous();
  // A browser that refuses leaves the button to play.
  host.play().catch(() => {});
}

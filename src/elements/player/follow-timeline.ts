import { ChapterList } from '../../captions/chapters/chapter-list.ts';
import type { WrittenChapter } from '../../captions/chapters/chapters.ts';
import { MarkerWatch } from '../../captions/chapters/marker-watch.ts';
import type { Marker } from '../../captions/chapters/markers.ts';
import { VhMarkerChangeEvent } from '../events/vh-marker-change-event.ts';

/** The members of the player that it uses. */
export type TimelinePlayer = HTMLElement & {
  readonly media: HTMLVideoElement;
  readonly markers: readonly Marker[] | undefined;
};

const lists = new WeakMap<HTMLElement, ChapterList>();

/**
 * Follows what a player's time is marked with, and has the player tell of it. Gives the chapters: those that its page has
 * written, else those of its tracks. The first call says since which second it is wanted.
 */
export function followTimeline(
  player: TimelinePlayer,
  written: readonly WrittenChapter[] | undefined,
  since: number,
): ChapterList {
  const list = lists.get(player) ?? begin(player, since);
  list.write(written);
  return list;
}

function begin(player: TimelinePlayer, since: number): ChapterList {
  const { media } = player;
  const list = new ChapterList(media, () => player.dispatchEvent(new Event('vh-chapter-change')));
  lists.set(player, list);
  new MarkerWatch(
    media,
    () => player.markers,
    (marker) => player.dispatchEvent(new VhMarkerChangeEvent(marker)),
    since,
  );
  return list;
}

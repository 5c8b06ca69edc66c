import { ChapterList, MarkerWatch, type Marker, type WrittenChapter } from '../../../captions/index.ts';
import { VhMarkerChangeEvent } from '../../events/vh-marker-change-event.ts';

/** The members of the player that it uses. */
export type TimelinePlayer = HTMLElement & {
  readonly media: HTMLVideoElement;
  readonly markers: readonly Marker[] | undefined;
};

const lists = new WeakMap<HTMLElement, ChapterList>();

/**
 * Follows the marks on a player's time and reports them to the player. Returns the chapters: the ones that its page has
 * written, else those of its tracks. The first call passes the second since which they are wanted.
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

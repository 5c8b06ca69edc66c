import { ChapterList, MarkerWatch } from '../../../captions/index.ts';
import { VhMarkerChangeEvent } from '../../events/vh-marker-change-event.ts';
import type { MarkedPlayer } from './timeline-controller.ts';

/**
 * Follows the marks on a player's time from that second on, and reports them to the player. Returns the chapters: those of
 * its tracks, until the page writes others.
 */
export function followTimeline(player: MarkedPlayer, since: number): ChapterList {
  const { media } = player;
  new MarkerWatch(
    media,
    () => player.markers,
    (marker) => player.dispatchEvent(new VhMarkerChangeEvent(marker)),
    since,
  );
  return new ChapterList(media, () => player.dispatchEvent(new Event('vh-chapter-change')));
}

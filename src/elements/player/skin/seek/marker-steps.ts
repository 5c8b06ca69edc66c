import { markerFrom } from '../../../../captions/index.ts';
import type { SkinContext } from '../context/control.ts';

/** Goes to the next marker, or to the one before, and says its title. */
export function goToMarker({ markers, timeline, notify }: SkinContext, direction: 1 | -1): void {
  const marker = markerFrom(markers, timeline.time, direction);
  if (!marker) return;
  timeline.seekTo(marker.time);
  notify(marker.title);
}

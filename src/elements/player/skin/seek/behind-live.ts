import { formatTime } from '../../format/format-time.ts';
import type { SkinContext } from '../context/control.ts';

/** How far a second of a live stream is behind live, such as `0:26`; empty for live itself. */
export function behindLive({ host, timeline }: SkinContext, seconds = timeline.time): string {
  const edge = host.liveEdge ?? timeline.range?.end ?? seconds;
  return edge - seconds < 1 ? '' : formatTime(edge - seconds);
}

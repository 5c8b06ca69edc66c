import type { LivePosition } from './stream.ts';

/** Within this distance from the edge, in seconds, a viewer watches live. */
const NEAR_SECONDS = { least: 2, most: 5 };

/** Whether a viewer is where live is. */
export function liveStatus(
  { currentTime }: Pick<HTMLMediaElement, 'currentTime'>,
  { edge }: LivePosition,
  segmentSeconds = NEAR_SECONDS.least,
): 'at-edge' | 'behind' {
  const near = Math.min(Math.max(segmentSeconds, NEAR_SECONDS.least), NEAR_SECONDS.most);
  return currentTime >= edge - near ? 'at-edge' : 'behind';
}

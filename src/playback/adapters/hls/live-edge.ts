import type { Events, LevelDetails } from 'hls.js';
import { seekByEngine } from '../../support/engine-events.ts';
import { bufferedAhead } from './live-speed.ts';

/** Seconds in the buffer with which a video still plays without help. */
const LEAST_BUFFER_S = 0.1;

/** The members of hls.js that it uses. */
export interface LiveHls {
  on: (name: Events.LEVEL_UPDATED, listener: () => void) => void;
  readonly liveSyncPosition: number | null;
  readonly latestLevelDetails: Pick<LevelDetails, 'live' | 'fragmentStart' | 'edge'> | null;
}

/**
 * Leads a viewer to the edge of a live stream whose playlist has left the place where the video stands: the source or
 * its server was away for longer than the playlist reaches back. Alone hls.js reads on and loads no segment then.
 */
export function returnToLiveEdge(
  hls: LiveHls,
  { Events }: { Events: { readonly LEVEL_UPDATED: Events.LEVEL_UPDATED } },
  media: HTMLVideoElement,
  signal: AbortSignal,
): void {
  const look = () => {
    const { liveSyncPosition: edge, latestLevelDetails: details } = hls;
    const { currentTime, readyState, paused, seeking } = media;
    if (!details?.live || edge === null || readyState === 0 || paused || seeking) return;
    const isInside = currentTime >= details.fragmentStart && currentTime <= details.edge;
    if (!isInside && bufferedAhead(media) < LEAST_BUFFER_S) seekByEngine(media, edge);
  };
  hls.on(Events.LEVEL_UPDATED, look);
  // A viewer who comes back from a long pause need not wait for the next playlist.
  media.addEventListener('play', look, { signal });
}

import type Hls from 'hls.js';
import { bufferedAhead } from './live-speed.ts';

/** Seconds in the buffer with which a video still goes on by itself. */
const LEAST_BUFFER_S = 0.1;

/**
 * Leads a viewer to the edge of a live stream whose playlist has left the place where the video stands: the source or
 * its server was away for longer than the playlist reaches back. By itself hls.js reads on and loads no segment then.
 */
export function returnToLiveEdge(hls: Hls, library: typeof Hls, media: HTMLVideoElement): void {
  hls.on(library.Events.LEVEL_UPDATED, (_event, { details }) => {
    const { liveSyncPosition: edge } = hls;
    const { currentTime, readyState, paused, seeking } = media;
    if (!details.live || edge === null || readyState === 0 || paused || seeking) return;
    const isInside = currentTime >= details.fragmentStart && currentTime <= details.edge;
    if (!isInside && bufferedAhead(media) < LEAST_BUFFER_S) media.currentTime = edge;
  });
}

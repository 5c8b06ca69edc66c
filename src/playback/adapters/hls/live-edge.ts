import type Hls from 'hls.js';
import type { Events, LevelDetails } from 'hls.js';
import { seekByEngine } from '../../media/engine-events.ts';

/** Seconds in the buffer with which a video still plays without help. */
const LEAST_PLAYABLE_S = 0.1;

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
    if (!isInside && bufferedAhead(media) < LEAST_PLAYABLE_S) seekByEngine(media, edge);
  };
  hls.on(Events.LEVEL_UPDATED, look);
  // A viewer who comes back from a long pause need not wait for the next playlist.
  media.addEventListener('play', look, { signal });
}

/** The speeds at which a live stream moves to its target latency; both are inaudible. */
const SLOWEST = 0.95;
const FASTEST = 1.1;
/** Seconds from the target that are let be: corrections would only follow the ripple of segments. */
const TOLERANCE_S = 0.1;
/** Seconds in the buffer below which going faster would end in a stall. */
const LEAST_BUFFER_S = 0.5;

/** The speed for a live stream that is `behind` the source where it should be `target`, with so much in the buffer. Seconds. */
export function liveSpeed(behind: number, target: number, buffered: number): number {
  const off = behind - target;
  if (Math.abs(off) <= TOLERANCE_S || (off > 0 && buffered < LEAST_BUFFER_S)) return 1;
  // The nearer, the gentler: a tenth for each second ahead, a twentieth for each behind.
  const speed = off > 0 ? 1 + off * 0.1 : 1 + off * 0.05;
  return Math.round(Math.min(FASTEST, Math.max(SLOWEST, speed)) * 100) / 100;
}

/** Seconds from the target that speed alone makes up for in about ten. */
const WITHIN_SPEED_S = 0.5;

/**
 * Goes to a target that the page has just set, where speed would take too long. A delay that came by itself, as of a stall, is
 * made up for by speed alone: no word of the broadcast is lost.
 */
export function reachLatency(
  { latency, liveSyncPosition, targetLatency }: Pick<Hls, 'latency' | 'liveSyncPosition' | 'targetLatency'>,
  media: HTMLVideoElement,
): void {
  if (liveSyncPosition === null || targetLatency === null) return;
  if (Math.abs(latency - targetLatency) > WITHIN_SPEED_S) seekByEngine(media, liveSyncPosition);
}

/** Holds a live stream at its target latency by its speed, in both directions. Alone hls.js never slows down. */
export function holdLatency(hls: Hls, media: HTMLVideoElement, signal: AbortSignal): void {
  /** The speed that was set here; another one is the viewer's, but for the normal one: others may set that for any stream. */
  let own = 1;
  const look = () => {
    const { latestLevelDetails: details, latency, targetLatency } = hls;
    if (media.playbackRate === 1) own = 1;
    const isOurs = media.playbackRate === own;
    if (!isOurs || media.paused) return;
    let speed = 1;
    // Further behind, a viewer watches an earlier part.
    if (
      details?.live &&
      targetLatency !== null &&
      latency > 0 &&
      latency < targetLatency * 2 + details.targetduration
    ) {
      speed = liveSpeed(latency, targetLatency, bufferedAhead(media));
    }
    if (speed !== own) media.playbackRate = own = speed;
  };
  media.addEventListener('timeupdate', look, { signal });
  signal.addEventListener(
    'abort',
    () => {
      if (own !== 1 && media.playbackRate === own) media.playbackRate = 1;
    },
    { once: true },
  );
}

/** Seconds that can be played from here without a break. */
export function bufferedAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index++) {
    // A nudge is enough for a hole of this size.
    if (buffered.start(index) <= currentTime + 0.1 && currentTime < buffered.end(index)) {
      return buffered.end(index) - currentTime;
    }
  }
  return 0;
}

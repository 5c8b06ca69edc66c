import type { PlaybackState, Quality } from '../../../playback/index.ts';
import type { Press, SessionMedia } from '../../../session/index.ts';

/** What is played, and to whom it is reported. */
export interface FollowedPlayback {
  readonly state: PlaybackState;
  /** The request to the engine: the object identifies the viewing. */
  readonly request: object;
  readonly collector?: string | undefined;
  press?: Press | undefined;
  /** What was played before is not reported: it was another visitor's, another collector's or nobody's. */
  readonly isLate?: boolean | undefined;
}

/** A delivery to a collector of the page's own. */
export interface EventDelivery {
  /** The body, in the format of the target. */
  body: string;
  contentType: string;
  /** The page is being left: the next visit sends the events not sent now. */
  leaving: boolean;
}

/** A collector beside the service's. */
export interface SessionEventTarget {
  /** Its base address; with `transport` only a name. */
  collector: string;
  /** `vh` (default), `v1` or `cmcd`. */
  format?: 'vh' | 'v1' | 'cmcd' | undefined;
  /** Delivers in the page's own way. Resolves to true when it is delivered, to false to be called again later. */
  transport?: ((delivery: EventDelivery) => Promise<boolean>) | undefined;
}

/** What session events need of a player. */
export interface SessionHost extends HTMLElement, Omit<SessionMedia, keyof HTMLElement> {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly withoutEvents: boolean;
  readonly media: HTMLVideoElement;
  readonly currentQuality: Quality | undefined;
  readonly latency: number | undefined;
  readonly subject: string | undefined;
  readonly videoId: string | undefined;
  readonly liveStreamId: string | undefined;
  readonly metadata: Readonly<Record<string, string | number>> | undefined;
  readonly eventTargets: readonly SessionEventTarget[] | undefined;
}

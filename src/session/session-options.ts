import type { EarlyPlay } from './observe/early-play.ts';
import type { Observation } from './observe/observation.ts';
import type { PlayerFacts, SessionMedia } from './observe/session-media.ts';
import type { Transport } from './outbox/sender.ts';
import type { EventFormat } from './ports/event-format.ts';
import type { SessionEnvironment } from './ports/session-environment.ts';
import type { ViewingFact } from './ports/viewing.ts';

/** A moment at which the viewer or the page asked for playback. */
export interface Intent {
  by: 'viewer' | 'page' | 'autoplay';
  /** By the browser's own clock, as `performance.now()`. */
  elapsed: number;
  /** When the next picture came to the screen, by the same clock. */
  shownAt?: number | undefined;
}

/** Where the events of a session go. */
export interface SessionTarget {
  /** The collector's base address. */
  collector: string;
  format: EventFormat;
  /** Sends a delivery in the page's own way. Must not reject. */
  send?: Transport | undefined;
}

/** Options of a session. */
export interface SessionOptions {
  /** The media element to follow. */
  media: SessionMedia;
  /** The facts that only the player knows. */
  player?: PlayerFacts | undefined;
  /** The collector's base address: events go there in the service's first-generation format. */
  collector?: string | undefined;
  /** Other collectors, or other formats. */
  targets?: readonly SessionTarget[] | undefined;
  /** The code for formats with more than the first generation's seven types; without it, only these are reported. */
  observation?: Observation | undefined;
  kind: 'video' | 'live-stream';
  /** The video's or the live stream's id. */
  id: string;
  /** The site's own data about this viewing. */
  metadata?: Readonly<Record<string, string | number>> | undefined;
  /** The visitor of the device: events stored for one are not delivered for another. */
  subject?: string | undefined;
  /** The id of this viewing, a UUIDv7, where the page has given it one. */
  viewingId?: string | undefined;
  /** The viewer's or the page's request to play, if it came before the session began. */
  intent?: Intent | undefined;
  /** What the media had played before the session began. */
  early?: EarlyPlay | undefined;
  /** The number of its first event, where another page has reported some of it. */
  firstSeq?: number | undefined;
  /** Sees each event before it is stored: returns it, another in its place, or none. */
  review?: ((fact: ViewingFact) => ViewingFact | undefined) | undefined;
  /** Ends the session when it aborts. */
  signal?: AbortSignal | undefined;
  environment?: SessionEnvironment | undefined;
}

/** The state of a session's deliveries, to all its collectors. */
export interface SessionState {
  status: 'open' | 'closing' | 'closed';
  /** The page's own id of this viewing. */
  viewingId: string;
  /** The first collector's id of this session, once it has answered one. */
  sessionId: string | undefined;
  /** Events that a collector has received. */
  delivered: number;
  /** Events that wait for delivery. */
  waiting: number;
  /** Events that were dropped: refused, or too many. */
  dropped: number;
}

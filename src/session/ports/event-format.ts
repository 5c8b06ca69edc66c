import type { Viewing, ViewingEvent, ViewingTotals } from './viewing.ts';

/** What one delivery carries: events of one viewing, in order. */
export interface EventBatch {
  viewing: Viewing;
  events: readonly ViewingEvent[];
  /** Nothing where nothing was measured. */
  totals: Partial<ViewingTotals>;
  /** Events of this viewing that were lost since the last delivery. */
  dropped: number;
  /** The collector's own name of the session, once it has answered one. */
  sessionId: string | undefined;
  /** Milliseconds since 1970. */
  sentAt: number;
}

/** What a collector answered. */
export interface CollectorAnswer {
  /** Its own name of the session. */
  sessionId?: string | undefined;
  /** True if it keeps each event once, so that a delivery may be repeated. */
  keepsOnce: boolean;
}

/** How events look on the wire of a kind of collector. Pure: the outbox sends. */
export interface EventFormat {
  readonly name: 'v1' | 'vh' | 'cmcd';
  /** The content type of a delivery; one without preflight where the collector takes it. */
  readonly contentType: string;
  /** Whether the format has a place for an event; others are never stored for it. */
  takes(event: ViewingEvent): boolean;
  /** Where deliveries go, from the collector's base address. */
  address(collector: string, viewing: Viewing): string;
  body(batch: EventBatch): string;
  /** Reads a 2xx answer, which may be anything. */
  read(answer: string): CollectorAnswer;
}

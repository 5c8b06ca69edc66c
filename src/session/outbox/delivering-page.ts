import type { EventFormat } from '../ports/event-format.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Viewing, ViewingEvent, ViewingTotals } from '../ports/viewing.ts';
import type { LeavablePage } from './leaving/closing-page.ts';
import type { Transport } from './sender.ts';
import type { QueueOptions, QueuePage, ViewingQueue } from './viewing-queue.ts';

/** A viewing, and the collector that it is reported to. */
export interface Report {
  viewing: Viewing;
  target: { collector: string; format: EventFormat; send?: Transport | undefined };
  subject: string | undefined;
  totals?: Partial<ViewingTotals>;
  onChange?: () => void;
}

/** The page's outbox, as far as it delivers for pages before it. */
export interface DeliveringPage extends QueuePage, LeavablePage {
  readonly environment: QueuePage['environment'];
  store: EventStore | undefined;
  makeRoom: QueuePage['makeRoom'];
  /** Whether each keeps every event once, by format and address. */
  readonly collectors: Map<string, boolean>;
  /** The page's own ways of delivery, by the names of their collectors. */
  readonly transports: ReadonlyMap<string, Transport>;
  /** The visitor of the last player that was there. */
  readonly visitor: string | undefined;
  /** Of all viewings of this page. */
  readonly queues: readonly ViewingQueue[];
  /** The format whose code is there. */
  readonly v1Format: EventFormat;
  /** Counts stored events that nobody can read. */
  lose: (count: number) => void;
  begin: (report: Report) => ViewingQueue;
  queue: (options: Omit<QueueOptions, 'page'>, events?: readonly ViewingEvent[]) => ViewingQueue;
}

/** Whose viewings are delivered. */
export interface LeftBehindOptions {
  page: DeliveringPage;
  /** Keys of the viewings that this page delivers itself. */
  own: ReadonlySet<string>;
  /** The visitor of this page: other visitors' viewings wait for them. */
  subject: string | undefined;
}

import type { Change, Report, ReportedEvent, ReportedTotals } from '../rows/report.ts';

/** Members of an event in the flat list. */
const WIDTH = 5;
/** Events that are kept of one viewing. */
const MAX_EVENTS = 2000;

/**
 * All that is known of one viewing. Rows of it may come in any order and more than once: neither changes what it says in the
 * end.
 */
export class ViewingRecord {
  mediaId: string | undefined;
  kind: 'video' | 'live-stream' = 'video';
  begunAt: number | undefined;
  /** Until when it was told of. */
  heardAt = 0;
  /** The same by the clock of the server. */
  heardByServer = 0;
  viewer: string | undefined;
  userAgent: string | undefined;
  /** The player's own sums, the latest of them. */
  totals: ReportedTotals | undefined;
  #totalsAt = -1;
  /** Flat: objects would take three times as much memory. */
  #events: number[] = [];

  /** Takes a row; answers how many of its events found no room. */
  add({ media, begunAt, sentAt, heardAt, viewer, userAgent, events, totals, ...more }: Report): number {
    this.mediaId ??= media?.id;
    if (media) this.kind = media.kind;
    if (begunAt !== undefined) this.begunAt = Math.min(begunAt, this.begunAt ?? begunAt);
    this.viewer ??= viewer;
    this.userAgent ??= userAgent;
    this.heardAt = Math.max(this.heardAt, heardAt);
    this.heardByServer = Math.max(this.heardByServer, more.heardByServer ?? heardAt);
    if (totals) this.#keepTotals(totals, sentAt);
    if (this.#events.length + events.length * WIDTH > MAX_EVENTS * WIDTH) this.#compact();
    const room = MAX_EVENTS - this.#events.length / WIDTH;
    for (const { emittedAt, seq, change, at, to } of events.slice(0, room))
      this.#events.push(emittedAt, seq, change, at, to);
    return Math.max(0, events.length - room);
  }

  /** What happened in the order in which it did, each event once. */
  events(): ReportedEvent[] {
    const events: ReportedEvent[] = [];
    for (let at = 0; at < this.#events.length; at += WIDTH) {
      const [emittedAt = 0, seq = 0, change = 0, from = 0, to = 0] = this.#events.slice(at, at + WIDTH);
      events.push({ seq, change: change as Change, emittedAt, at: from, to });
    }
    events.sort(inOrder);
    return events.filter((event, at) => at === 0 || inOrder(event, events[at - 1] as ReportedEvent) !== 0);
  }

  /** The latest are not those that came last: the next page sends again what this one has stored of them. */
  #keepTotals(totals: ReportedTotals, sentAt: number): void {
    if (this.totals && isBefore(totals, this.totals, sentAt - this.#totalsAt)) return;
    this.totals = totals;
    this.#totalsAt = sentAt;
  }

  #compact(): void {
    this.#events = this.events().flatMap(({ emittedAt, seq, change, at, to }) => [
      emittedAt,
      seq,
      change,
      at,
      to,
    ]);
  }
}

/** Watch time only grows, and playback that has failed recovers only by more of it. */
function isBefore(one: ReportedTotals, other: ReportedTotals, laterMs: number): boolean {
  const over = ({ failed, exitBeforeStart }: ReportedTotals) => Number(failed) + Number(exitBeforeStart);
  const later =
    one.watchTime - other.watchTime ||
    over(one) - over(other) ||
    one.rebufferDuration - other.rebufferDuration ||
    (one.videoStartup ?? -1) - (other.videoStartup ?? -1) ||
    laterMs;
  return later < 0;
}

function inOrder(one: ReportedEvent, other: ReportedEvent): number {
  return (
    one.emittedAt - other.emittedAt ||
    one.seq - other.seq ||
    one.change - other.change ||
    one.at - other.at ||
    one.to - other.to
  );
}

import type { LazyPart } from '../../../core/async/lazy-module.ts';
import { renewViewingId, viewingIdOf, isSampled } from '../../../core/viewing-id.ts';
import type { PlaybackState } from '../../../playback/index.ts';
import {
  deliverStoredEvents,
  loadPast,
  Session,
  v1Format,
  type Intent,
  type Press,
  type SessionOptions,
  type ViewingFact,
} from '../../../session/index.ts';
import { VhSessionEvent } from '../../events/vh-session-event.ts';
import { loadOtherReports, playerPart } from '../parts.ts';
import type { otherReports } from './other-reports.ts';
import { PlaybackFacts } from './player-facts.ts';
import type { PlayerApi } from '../api/player-api.ts';

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

/**
 * Reports each viewing of a player: a session each, from the press or the first media to what replaces it.
 *
 * @attr {string} collector-format - The format of session events: `v1` (default), `vh`, `cmcd`, or several of them.
 * @attr {number} sample-rate - The share of viewings that are reported: 0 to 1.
 * @attr {boolean} respect-opt-out - Reports nothing of visitors whose browser sends Global Privacy Control or Do Not
 *   Track.
 * @fires {VhSessionEvent} vh-session-event - Something is reported to a collector. The page may change its `fact`, or
 *   cancel it.
 */
export class PlayerSession {
  readonly #host: PlayerApi;
  /** What a report is about: the request to the engine, the collector, and the visitor. */
  #request: object | undefined;
  #collector: string | undefined;
  #visitor: string | undefined;
  #state: PlaybackState | undefined;
  /** The press, which may come while code loads, and the picture after it. */
  #press: Press | undefined;
  readonly #past: LazyPart<Awaited<ReturnType<typeof loadPast>>>;
  readonly #others: LazyPart<{ otherReports: typeof otherReports }>;
  #hasBegun = false;
  #facts: PlaybackFacts | undefined;
  #session: Session | undefined;
  #ended = new AbortController();

  constructor(host: PlayerApi) {
    this.#host = host;
    this.#visitor = host.subject;
    this.#past = playerPart(host, loadPast, (code) => code);
    this.#others = playerPart(host, loadOtherReports, (code) => code);
  }

  /**
   * Begins and ends sessions as the playback does, and as the page changes the collector or the visitor. A failure, an outage
   * and a break of a live stream end none. What was played before a session that begins `isLate` is not its own.
   */
  follow({ state, request, collector, press, isLate = false }: FollowedPlayback): void {
    const { subject } = this.#host;
    const isOther = request !== this.#request || collector !== this.#collector || subject !== this.#visitor;
    if (isOther) this.#end();
    const isNews = isOther || state !== this.#state;
    this.#state = state;
    this.#request = request;
    this.#collector = collector;
    this.#visitor = subject;
    this.#press = press;
    this.#facts?.change(state);
    const { status, source } = state;
    if (isNews && collector && status === 'resolved' && !press) void deliverStoredEvents(subject);
    const hasMedia = status === 'loading' || status === 'ready';
    if (collector && source && (hasMedia || press))
      void this.#begin(state, source, { collector, request, isLate });
    if (press) this.#session?.intend(asIntent(press));
  }

  #end(): void {
    // The page may turn events off in mid-viewing, such as when a visitor withdraws consent.
    if (this.#host.withoutEvents) this.#session?.withdraw();
    // A session that begins for the same request is another viewing: its events are counted from 0 again.
    if (this.#hasBegun && this.#request) renewViewingId(this.#request);
    this.#ended.abort();
    this.#ended = new AbortController();
    this.#session = this.#facts = undefined;
    this.#hasBegun = false;
  }

  async #begin(
    state: PlaybackState,
    source: NonNullable<PlaybackState['source']>,
    { collector, request, isLate }: { collector: string; request: object; isLate: boolean },
  ): Promise<void> {
    const host = this.#host;
    // A page that names its media by an address may name them by an id, too.
    const id = source.id ?? host.videoId ?? host.liveStreamId;
    if (this.#hasBegun || !id) return;
    const viewingId = viewingIdOf(request);
    const isStored = () => this.#press?.status === 'stored';
    if (!isStored() && !isReported(host, viewingId)) return void (this.#press && asIntent(this.#press));
    this.#hasBegun = true;
    const player = (this.#facts = new PlaybackFacts(host, state));
    const { signal } = this.#ended;
    const reports = await this.#reports(collector);
    const hasPast = (!isLate && host.played?.length) || isStored();
    const past = hasPast ? await this.#past.need() : undefined;
    if (signal.aborted) return;
    // Without that code, the next update tries again. A later page will report what this one has stored: to begin without it
    // would report the press twice.
    if (!reports || (isStored() && !past)) {
      this.#hasBegun = false;
      return;
    }
    const press = this.#press;
    const stored = isStored() ? press : undefined;
    const options: SessionOptions = {
      media: host,
      player,
      ...reports,
      kind: source.kind,
      id,
      viewingId,
      metadata: metadataOf(host),
      subject: host.subject,
      intent: press && asIntent(press),
      review: (fact) => this.#review(fact),
      signal,
    };
    const whole = past ? past.withPast(options, stored, host.getAttribute('sample-rate')) : options;
    this.#session = whole && new Session(whole);
  }

  /** Where reports go, and the code of measures where any format has a place for them; nothing until that code is there. */
  async #reports(collector: string): Promise<Pick<SessionOptions, 'targets' | 'observation'> | undefined> {
    const formats = this.#host.getAttribute('collector-format') ?? 'v1';
    if (formats === 'v1' && !this.#host.eventTargets?.length)
      return { targets: [{ collector, format: v1Format }] };
    const code = await this.#others.need();
    return code?.otherReports(this.#host, { collector, formats, v1Format });
  }

  /** The page may change a report, or keep it back. */
  #review(fact: ViewingFact): ViewingFact | undefined {
    const event = new VhSessionEvent({ ...fact });
    return !this.#host.withoutEvents && this.#host.dispatchEvent(event) ? event.fact : undefined;
  }
}

/** The press as a session takes it: the end of the page does not store it any more. */
function asIntent(press: Press): Intent {
  press.status = 'reported';
  const { elapsed, by, shownAt } = press;
  return { elapsed, by, shownAt };
}

const PREFIX = 'metadata-';

/** The site's data about the viewing: its `metadata-*` attributes, then its `metadata` property. */
function metadataOf({ attributes, metadata }: PlayerApi): Record<string, string | number> {
  const own = Array.from(attributes, ({ name, value }) => [name, value] as const)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => [name.slice(PREFIX.length), value] as const);
  return { ...Object.fromEntries(own), ...metadata };
}

/** Whether this viewing is reported: `sample-rate` of all are, and none of visitors who opted out, if that counts. */
function isReported(host: PlayerApi, viewingId: string): boolean {
  if (host.hasAttribute('respect-opt-out') && hasOptedOut()) return false;
  return isSampled(viewingId, host.getAttribute('sample-rate'));
}

/** The visitor's browser asks sites not to follow: Global Privacy Control, or Do Not Track. */
function hasOptedOut(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === '1';
}

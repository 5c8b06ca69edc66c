import { makeUuidV7 } from '../core/uuid-v7.ts';
import { Store } from '../core/store.ts';
import { v1Format } from './formats/v1-format.ts';
import type { EarlyPlay } from './observe/early-play.ts';
import type { Fact } from './observe/fact.ts';
import type { Observation } from './observe/observation.ts';
import { followMedia, momentOf, type SessionMedia } from './observe/session-media.ts';
import { ViewingMachine } from './observe/viewing-machine.ts';
import { browserSessionEnvironment } from './outbox/browser-environment.ts';
import { byteLength } from './outbox/leaving/keepalive-budget.ts';
import { PageOutbox } from './outbox/page-outbox.ts';
import type { ViewingQueue } from './outbox/viewing-queue.ts';
import { loadOtherFormats, loadPast } from './parts.ts';
import type { EventFormat } from './ports/event-format.ts';
import type { SessionEnvironment } from './ports/session-environment.ts';
import type { Viewing, ViewingEvent, ViewingFact, ViewingTotals } from './ports/viewing.ts';
import type { Intent, SessionOptions, SessionState, SessionTarget } from './session-options.ts';

/** Milliseconds between deliveries while the media plays; an empty one says that the viewer is still there. */
const HEARTBEAT_INTERVAL_MS = 10_000;
/** Milliseconds that a doubtful pause is held back for the next event. */
const PAUSE_SETTLE_MS = 400;
/** Milliseconds after which the store opens also without a first frame. */
const STORE_DELAY_MS = 2_000;

/** Some browsers stop their own clock while the device sleeps; a smaller difference is drift. */
const SLEEP_MS = 5_000;
const MAX_METADATA_BYTES = 8 * 1024;
/** An event has some hundred bytes, unless the page adds to it. Three hundred wait, and a page that goes leaves 60 KiB. */
const MAX_EVENT_BYTES = 8 * 1024;

const SENT_AT_ONCE: readonly ViewingEvent['type'][] = ['intent', 'ready', 'play', 'pause', 'failure', 'end'];

// A page may have this twice: sessions that a page makes itself have an outbox beside the player's; both keep to the same store.
let pageEnvironment: SessionEnvironment | undefined;

/** One for all sessions, since they share what belongs to the page. */
function ofThisPage(): SessionEnvironment {
  return (pageEnvironment ??= browserSessionEnvironment());
}

/** Loads the formats of a list such as `v1 vh`; unknown names are left out. */
export async function loadFormats(names: string): Promise<readonly EventFormat[]> {
  const { formatsOf } = await loadOtherFormats();
  return formatsOf(names, v1Format);
}

/** Delivers what earlier visits have left behind. Never rejects. */
export function deliverStoredEvents(subject?: string): Promise<void> {
  return PageOutbox.of(ofThisPage(), loadPast).open(subject);
}

/**
 * One viewing: follows a media element and reports it to collectors. A collector that fails never affects the media:
 * the session throws nothing and logs nothing.
 */
export class Session {
  readonly store: Store<SessionState>;
  readonly #media: SessionMedia;
  readonly #environment: SessionEnvironment;
  readonly #outbox: PageOutbox;
  readonly #clock: ViewingClock;
  readonly #machine: ViewingMachine;
  readonly #observation: Observation | undefined;
  #facts: ReturnType<Observation['follow']> | undefined;
  readonly #viewing: Viewing;
  readonly #subject: string | undefined;
  readonly #review: NonNullable<SessionOptions['review']>;
  readonly #totals: Partial<ViewingTotals> = {};
  readonly #queues: readonly ViewingQueue[];
  readonly #following = new AbortController();
  #stopFollowingPage = () => {};
  #seq: number;
  #hasIntent = false;
  #stopHeartbeat: (() => void) | undefined;
  #stopSettleTimer: (() => void) | undefined;
  #stopStoreTimer: (() => void) | undefined;

  constructor(options: SessionOptions) {
    const { media, kind, id, metadata = {}, subject, intent, early, signal } = options;
    const environment = options.environment ?? ofThisPage();
    this.#media = media;
    this.#environment = environment;
    this.#subject = subject;
    this.#seq = options.firstSeq ?? 0;
    this.#observation = options.observation;
    this.#review = options.review ?? ((fact) => fact);
    this.#outbox = PageOutbox.of(environment, loadPast);
    this.#clock = new ViewingClock(environment);
    const mono = intent?.elapsed ?? early?.mono ?? environment.elapsed();
    const begunAt = this.#clock.at(mono);
    this.#machine = new ViewingMachine({
      kind,
      begun: mono,
      measures: options.observation?.Measures,
    });
    this.#viewing = {
      id: options.viewingId ?? makeUuidV7(begunAt),
      kind,
      mediaId: id,
      begunAt,
      begunBy: intent ? 'intent' : 'look',
      referrer: readReferrer(environment.document?.referrer ?? ''),
      metadata: readMetadata(metadata),
    };
    this.#queues = targetsOf(options).map((target) => this.#queueFor(target));
    this.store = new Store<SessionState>(this.#snapshot('open'));
    if (signal?.aborted) {
      this.#finish();
    } else {
      signal?.addEventListener('abort', () => this.close(), { signal: this.#following.signal });
      this.#follow(options);
    }
  }

  /** Ends the viewing: reports a pause if the media plays, sends the waiting events, and stops listening. */
  close(): void {
    if (this.store.state.status !== 'open') return;
    this.#leave();
    this.#stop();
    this.store.set(this.#snapshot('closing'));
    for (const queue of this.#queues) queue.close();
    this.#report();
  }

  /** Ends the viewing without a word: sends nothing more of it, and deletes what is stored of it. */
  withdraw(): void {
    if (this.store.state.status === 'closed') return;
    this.#stop();
    for (const queue of this.#queues) queue.discard();
    this.#finish();
  }

  #stop(): void {
    this.#following.abort();
    this.#stopHeartbeat?.();
    this.#stopSettleTimer?.();
    this.#stopStoreTimer?.();
  }

  /** Reports that playback was asked for, `at` a position that the media have left since; only the first time counts. */
  intend({ by, elapsed }: Intent, at?: number): void {
    if (this.#hasIntent) return;
    this.#hasIntent = true;
    this.#take({ type: 'intent', by }, elapsed, at);
    this.#flush();
  }

  #queueFor(target: SessionTarget): ViewingQueue {
    return this.#outbox.begin({
      viewing: this.#viewing,
      target,
      subject: this.#subject,
      totals: this.#totals,
      onChange: () => this.#report(),
    });
  }

  #follow({ intent, early, player }: SessionOptions): void {
    const { signal } = this.#following;
    // What the store costs comes after the first frame.
    this.#media.addEventListener('playing', () => this.#openStore(), { signal, once: true });
    this.#stopStoreTimer = this.#environment.after(STORE_DELAY_MS, () => this.#openStore());
    if (intent) this.intend(intent, early?.from);
    if (early) this.#catchUp(early);
    const { after, document } = this.#environment;
    const followed = { media: this.#media, report: (fact: Fact) => this.#take(fact), signal };
    followMedia({ ...followed, player });
    const page = { after, document, devicePixelRatio: globalThis.devicePixelRatio };
    this.#facts = this.#observation?.follow({ ...followed, page });
    this.#want();
    this.#stopFollowingPage = this.#outbox.follow({
      queues: this.#queues,
      leave: () => this.#leave(),
      return: () => this.#take({ type: 'return' }),
    });
  }

  #catchUp({ from, mono, facts }: EarlyPlay): void {
    this.#openStore();
    this.intend({ by: 'autoplay', elapsed: mono }, from);
    for (const early of facts) this.#take(...early);
  }

  #openStore(): void {
    this.#stopStoreTimer?.();
    void this.#outbox.open(this.#subject);
  }

  #leave(): void {
    if (this.store.state.status === 'open') this.#take({ type: 'leave' });
  }

  /** Takes a fact; `playedAt` is where the media were as it happened, if they played and that is over. */
  #take(fact: Fact, elapsed = this.#environment.elapsed(), playedAt?: number): void {
    this.#clock.wake();
    if (fact.type === 'play') this.intend({ by: 'autoplay', elapsed });
    const media = momentOf(this.#media);
    if (playedAt !== undefined)
      Object.assign(media, { currentTime: playedAt, paused: false, ended: false, seeking: false });
    const events = this.#machine.handle(fact, media, elapsed);
    Object.assign(this.#totals, this.#machine.totals);
    for (const { mono, ...event } of events) this.#emit(event, this.#clock.at(mono));
    if (fact.type !== 'leave' && events.some(({ type }) => SENT_AT_ONCE.includes(type))) this.#flush();
    // A glance says nothing of a pause that is in doubt.
    if (fact.type !== 'look' && fact.type !== 'frame') this.#scheduleSettle();
    this.#scheduleHeartbeat();
    this.#want();
    if (events.length > 0) this.#report();
  }

  #want(): void {
    this.#facts?.want({ looks: this.#machine.playing, frame: this.#machine.starting });
  }

  #emit(fact: ViewingFact, emittedAt: number): void {
    const reported = this.#review(fact);
    if (!reported) return;
    const event: ViewingEvent = { ...reported, seq: this.#seq++, emittedAt };
    const isKept = isReportable(event);
    for (const queue of this.#queues) {
      if (isKept) queue.add(event);
      else queue.lose();
    }
  }

  #flush(even?: 'empty'): void {
    for (const queue of this.#queues) queue.flush(even);
  }

  #scheduleSettle(): void {
    this.#stopSettleTimer?.();
    this.#stopSettleTimer = this.#machine.holding
      ? this.#environment.after(PAUSE_SETTLE_MS, () => this.#take({ type: 'settle' }))
      : undefined;
  }

  #scheduleHeartbeat(): void {
    const isWanted = this.#machine.playing || this.#queues.some(({ size }) => size > 0);
    if (!isWanted) {
      this.#stopHeartbeat?.();
      this.#stopHeartbeat = undefined;
    } else {
      this.#stopHeartbeat ??= this.#environment.after(HEARTBEAT_INTERVAL_MS, () => {
        this.#stopHeartbeat = undefined;
        for (const queue of this.#queues) queue.keep();
        this.#flush(this.#machine.playing ? 'empty' : undefined);
        this.#scheduleHeartbeat();
      });
    }
  }

  #report(): void {
    const { status } = this.store.state;
    if (status === 'closing' && this.#queues.every(({ isOver }) => isOver)) this.#finish();
    else this.store.set(this.#snapshot(status));
  }

  #finish(): void {
    this.#following.abort();
    this.#stopFollowingPage();
    this.store.set(this.#snapshot('closed'));
  }

  #snapshot(status: SessionState['status']): SessionState {
    const queues = this.#queues;
    const sum = (of: 'delivered' | 'size' | 'dropped') =>
      queues.reduce((total, queue) => total + queue[of], 0);
    return {
      status,
      viewingId: this.#viewing.id,
      sessionId: queues[0]?.stored.sessionId,
      delivered: sum('delivered'),
      waiting: sum('size'),
      dropped: sum('dropped'),
    };
  }
}

function targetsOf({ collector, targets = [] }: SessionOptions): readonly SessionTarget[] {
  return collector === undefined ? targets : [{ collector, format: v1Format }, ...targets];
}

/** The time of day by a clock that never steps back, whatever becomes of the device's clock. */
class ViewingClock {
  readonly #environment: Pick<SessionEnvironment, 'now' | 'elapsed'>;
  /** The correction of the browser's own clock. */
  #offset: number;

  constructor(environment: Pick<SessionEnvironment, 'now' | 'elapsed'>) {
    this.#environment = environment;
    this.#offset = environment.now() - environment.elapsed();
  }

  /** A device that slept moves the clock forward. */
  wake(): void {
    const elapsed = this.#environment.elapsed();
    const wall = this.#environment.now();
    if (wall - (elapsed + this.#offset) > SLEEP_MS) this.#offset = wall - elapsed;
  }

  /** The time of day of a moment of the browser's own clock, in milliseconds since 1970. */
  at(elapsed: number): number {
    return Math.round(elapsed + this.#offset);
  }
}

/** Whether an event can be stored and sent as the page has changed it: as JSON, and not too large. */
function isReportable(event: object): boolean {
  try {
    return byteLength(JSON.stringify(event)) <= MAX_EVENT_BYTES;
  } catch {
    return false;
  }
}

/** The site's data as texts, as far as they stay below a bound: every delivery carries them. */
export function readMetadata(metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const kept: [name: string, value: string][] = [];
  let size = 0;
  for (const [name, value] of Object.entries(metadata)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    size += byteLength(JSON.stringify({ [name]: String(value) }));
    if (size > MAX_METADATA_BYTES) break;
    kept.push([name, String(value)]);
  }
  // Also a name such as `__proto__` becomes a member of its own.
  return Object.fromEntries(kept);
}

/** The site that the viewer came from; nothing of its address but the origin. */
export function readReferrer(referrer: string): string {
  return /^https?:/.test(referrer) && URL.canParse(referrer) ? new URL(referrer).origin : '';
}

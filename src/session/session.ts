import { Store } from '../core/store.ts';
import { Outbox, type BatchInfo, type DeliveryResult } from './outbox/outbox.ts';
import { sendPayload } from './outbox/sender.ts';
import { browserSessionEnvironment, type SessionEnvironment } from './ports/session-environment.ts';
import { mediaInputs, StateMachine, type MachineInput, type SessionMedia } from './observe/state-machine.ts';
import {
  formatV1,
  plainReferrer,
  readSessionId,
  v1Address,
  v1Metadata,
  type NamedEvent,
  type V1Session,
} from './formats/v1-format.ts';

/** Options of a session. */
export interface SessionOptions {
  /** The media element to follow. */
  media: SessionMedia;
  /** The collector's base address. */
  collector: string;
  kind: 'video' | 'live-stream';
  /** The video's or the live stream's id. */
  id: string;
  /** The site's own data about this viewing. */
  metadata?: Readonly<Record<string, string | number>> | undefined;
  /** Ends the session when it aborts. */
  signal?: AbortSignal | undefined;
  world?: SessionEnvironment | undefined;
}

/** The state of a session's deliveries. */
export interface SessionState {
  status: 'open' | 'closing' | 'closed';
  /** The collector's id of this session, once it has answered one. */
  sessionId: string | undefined;
  /** Events that the collector has received. */
  delivered: number;
  /** Events that wait for delivery. */
  waiting: number;
  /** Events that were dropped: refused, or too many. */
  dropped: number;
}

/** Milliseconds between deliveries while the media plays; an empty one says that the viewer is still there. */
const HEARTBEAT_INTERVAL_MS = 10_000;
/** Milliseconds that a doubtful pause is held back for the next event. */
const PAUSE_SETTLE_MS = 400;

const SENT_AT_ONCE: readonly NamedEvent['type'][] = ['ready', 'pause', 'end'];

/**
 * One viewing: follows a media element and reports it to a collector. A collector that fails never affects the media:
 * the session throws nothing and logs nothing.
 */
export class Session {
  readonly store: Store<SessionState>;
  readonly #media: SessionMedia;
  readonly #world: SessionEnvironment;
  readonly #machine: StateMachine;
  readonly #outbox: Outbox<NamedEvent>;
  readonly #about: V1Session;
  readonly #url: string;
  readonly #memory: string;
  readonly #prefix: string;
  readonly #following = new AbortController();
  readonly #onPage = new AbortController();
  #sessionId: string | undefined;
  #count = 0;
  #stopHeartbeat: (() => void) | undefined;
  #stopSettleTimer: (() => void) | undefined;

  constructor(options: SessionOptions) {
    const {
      media,
      collector,
      kind,
      id,
      metadata = {},
      signal,
      world = browserSessionEnvironment(),
    } = options;
    this.#media = media;
    this.#world = world;
    this.#machine = new StateMachine({ live: kind === 'live-stream' });
    const referrer = plainReferrer(world.document?.referrer ?? '');
    this.#about = { kind, id, loadedAt: world.now(), referrer, metadata: v1Metadata(metadata) };
    this.#url = v1Address(collector, kind);
    // One collector's name of the session means nothing to another.
    this.#memory = `vh-session ${kind} ${id} ${collector}`;
    this.#prefix = randomName(world.random);
    this.#sessionId = world.recall(this.#memory) || undefined;
    this.#outbox = new Outbox<NamedEvent>({
      deliver: (events, note) => this.#deliver(events, note),
      world,
      onChange: () => {
        this.#report();
      },
    });
    this.store = new Store<SessionState>(this.#snapshot('open'));
    if (signal?.aborted) {
      this.#finish();
    } else {
      signal?.addEventListener('abort', () => this.close(), { signal: this.#following.signal });
      this.#follow();
    }
  }

  /** Ends the viewing: reports a pause if the media plays, sends the waiting events, and stops listening. */
  close(): void {
    if (this.store.state.status !== 'open') return;
    this.#onInput('leave');
    this.#following.abort();
    this.#stopHeartbeat?.();
    this.#stopSettleTimer?.();
    this.store.set(this.#snapshot('closing'));
    this.#outbox.close();
    this.#report();
  }

  #follow(): void {
    const { signal } = this.#following;
    for (const type of mediaInputs) {
      this.#media.addEventListener(type, () => this.#onInput(type), { signal });
    }
    const page = { signal: this.#onPage.signal };
    const { window, document } = this.#world;
    document?.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'hidden') this.#outbox.leave();
      },
      page,
    );
    window?.addEventListener('pagehide', () => this.#leavePage(), page);
    window?.addEventListener('online', () => this.#outbox.retryNow(), page);
    window?.addEventListener('pageshow', () => this.#onInput('return'), { signal });
    this.#onInput('attach');
  }

  #leavePage(): void {
    if (this.store.state.status === 'open') this.#onInput('leave');
    this.#outbox.leave();
    this.#outbox.handOver();
  }

  #onInput(input: MachineInput): void {
    const events = this.#machine.handle(input, this.#media, this.#world.now());
    for (const event of events) {
      this.#outbox.add({ id: `${this.#prefix}-${String(this.#count++)}`, ...event });
    }
    if (input !== 'leave' && events.some(({ type }) => SENT_AT_ONCE.includes(type))) this.#outbox.flush();
    this.#scheduleSettle();
    this.#scheduleHeartbeat();
    if (events.length > 0) this.#report();
  }

  #scheduleSettle(): void {
    this.#stopSettleTimer?.();
    this.#stopSettleTimer = this.#machine.holding
      ? this.#world.after(PAUSE_SETTLE_MS, () => this.#onInput('settle'))
      : undefined;
  }

  #scheduleHeartbeat(): void {
    const wanted = this.#machine.playing || this.#outbox.size > 0;
    if (!wanted) {
      this.#stopHeartbeat?.();
      this.#stopHeartbeat = undefined;
    } else {
      this.#stopHeartbeat ??= this.#world.after(HEARTBEAT_INTERVAL_MS, () => {
        this.#stopHeartbeat = undefined;
        this.#outbox.flush(this.#machine.playing ? 'empty' : undefined);
        this.#scheduleHeartbeat();
      });
    }
  }

  async #deliver(events: readonly NamedEvent[], note: BatchInfo): Promise<DeliveryResult> {
    const sessionId = this.#sessionId;
    const body = formatV1(this.#about, { events, sessionId, dropped: note.dropped, now: this.#world.now() });
    const { verdict, answer } = await sendPayload(this.#url, body, {
      leaving: note.leaving,
      world: this.#world,
    });
    // A collector that refuses may have forgotten the session: the next delivery asks for a new one.
    if (verdict.kind === 'refused') this.#name(undefined);
    else if (verdict.kind === 'taken') this.#name(readSessionId(answer ?? '') ?? sessionId);
    return verdict;
  }

  #name(sessionId: string | undefined): void {
    if (sessionId === this.#sessionId) return;
    this.#sessionId = sessionId;
    this.#world.remember(this.#memory, sessionId ?? null);
  }

  #report(): void {
    const { status } = this.store.state;
    if (status === 'closing' && this.#outbox.size === 0) this.#finish();
    else this.store.set(this.#snapshot(status));
  }

  #finish(): void {
    this.#following.abort();
    this.#onPage.abort();
    this.store.set(this.#snapshot('closed'));
  }

  #snapshot(status: SessionState['status']): SessionState {
    const { delivered, dropped, size } = this.#outbox;
    return { status, sessionId: this.#sessionId, delivered, waiting: size, dropped };
  }
}

function randomName(random: () => number): string {
  const half = () => random().toString(36).slice(2, 10).padEnd(8, '0');
  return half() + half();
}

// Loaded before: an import that a fake world does not wait for.
import '../../../src/session/before-session.ts';
import type { SessionEnvironment } from '../../../src/session/ports/session-environment.ts';
import { FakeEventStore } from './fake-event-store.ts';
import type { StoredPress } from '../../../src/session/stored/press.ts';
import { settled } from '../../support/until.ts';

/** One event as it went over the wire. */
export interface WireEvent {
  id: string;
  type: string;
  emitted_at: string;
  at?: number;
  from?: number;
  to?: number;
}

/** One payload as it went over the wire. */
export interface WirePayload {
  emitted_at: string;
  session: {
    session_id?: string;
    viewing_id: string;
    video_id?: string;
    live_stream_id?: string;
    loaded_at: string;
    referrer: string;
    metadata: Record<string, string>[];
  };
  events: WireEvent[];
  dropped?: number;
}

/** A request that the fake collector has got. */
export interface Post {
  url: string;
  init: RequestInit;
  body: string;
  payload: WirePayload;
}

const START = Date.parse('2026-01-01T00:00:00Z');

class FakeDocument extends EventTarget {
  visibilityState = 'visible';
  referrer = 'https://site.example/article?secret=1#x';
}

/** A browser with a clock that stands still, a collector whose answers a test sets, and a page that can be left. */
export class FakeEnvironment implements SessionEnvironment {
  readonly posts: Post[] = [];
  readonly beacons: { url: string; body: string }[] = [];
  earlyEvents = '';
  /** Gone, with everything that it would still do. */
  crashed = false;
  /** False for a browser that stores nothing. */
  stores = true;
  readonly window = new EventTarget();
  readonly document = new FakeDocument();
  beacon: SessionEnvironment['beacon'];
  /** What the collector answers; throws for a collector that cannot be reached. */
  answer: (post: Post) => Response | Promise<Response> = () => Response.json({ session: 'ps1' });
  #now: number;
  /** What the device's clock is off by. */
  clockError = 0;
  /** Shared by the pages of a browser. */
  readonly stored: FakeEventStore;

  constructor({
    stored = new FakeEventStore(),
    now = START,
  }: { stored?: FakeEventStore; now?: number | undefined } = {}) {
    this.stored = stored;
    this.#now = now;
  }

  #timers: { at: number; run: () => void }[] = [];

  readonly now = (): number => this.#now + this.clockError;

  readonly elapsed = (): number => this.#now - START;

  readonly random = (): number => 0.5;

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  readonly openStore = (): Promise<FakeEventStore> =>
    this.stores ? Promise.resolve(this.stored) : Promise.reject(new DOMException('', 'SecurityError'));

  readonly exclusively = (_name: string, work: () => Promise<void>): Promise<void> => work();

  /** Leaves a press, as a page does that ends before the code of session events is there. */
  leavePress(press: StoredPress): void {
    this.earlyEvents += `\n${JSON.stringify(press)}`;
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const body = typeof init.body === 'string' ? init.body : '';
    const post = { url, init, body, payload: JSON.parse(body) as WirePayload };
    this.posts.push(post);
    return this.answer(post);
  };

  /** A request by its place; negative ones count from the last. */
  post(index: number): Post {
    const post = this.posts.at(index);
    if (!post) throw new RangeError(`There is no request ${String(index)}.`);
    return post;
  }

  /** How many timers wait. */
  get timers(): number {
    return this.#timers.length;
  }

  /** Lets time pass, timer by timer, and everything that follows from each. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled(1);
    const due = () => this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
    for (let next = due(); next; next = due()) {
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#now = next.at;
      if (!this.crashed) next.run();
      await settled(1);
    }
    this.#now = end;
  }

  hide(): void {
    this.document.visibilityState = 'hidden';
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  show(): void {
    this.document.visibilityState = 'visible';
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  leave(): void {
    this.hide();
    this.window.dispatchEvent(new Event('pagehide'));
  }

  comeBack(): void {
    this.window.dispatchEvent(new Event('pageshow'));
    this.show();
  }

  /** Every event that was posted, in order. */
  get events(): WireEvent[] {
    return this.posts.flatMap(({ payload }) => payload.events);
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }
}

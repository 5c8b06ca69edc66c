import type { MessageRecord } from './message-record.ts';
import { systemClock, type Clock } from '../common/clock.ts';

/** The data of an incoming request. */
export interface RequestFacts {
  method: string;
  /** Path and query with redacted secrets. */
  target: string;
  /** The sender's address. */
  from: string;
  /** How many bytes its body is said to have. */
  length: number | null;
  /** The fault that is injected into it. */
  faults: readonly string[];
}

/** How far a request has come: the status that went out, and the bytes of both bodies. */
export interface RequestProgress {
  status: number | null;
  bytesIn: number;
  bytesOut: number;
}

/** Both messages of a request, without secrets. */
export interface RequestMessages {
  request: MessageRecord;
  response: MessageRecord;
}

/** One request as the log lists it: nothing of its headers, nothing of its bodies. */
export interface LoggedRequest extends RequestFacts, RequestProgress {
  requestId: number;
  at: number;
  /** `open` while it lasts; `broken` when either side, or a fault, ended it in the middle. */
  state: 'open' | 'answered' | 'broken';
  milliseconds: number;
}

/** A request in the log. No function of it remembers the request: a log must not keep a thousand of them alive. */
class Entry {
  readonly #known: Pick<LoggedRequest, 'requestId' | 'at'> & RequestFacts;
  #progress: (() => RequestProgress) | undefined;
  #messages: RequestMessages | (() => RequestMessages);
  #ended: LoggedRequest | undefined;
  readonly #began = performance.now();

  constructor(
    known: Pick<LoggedRequest, 'requestId' | 'at'> & RequestFacts,
    progress: () => RequestProgress,
    messages: () => RequestMessages,
  ) {
    this.#known = known;
    this.#progress = progress;
    this.#messages = messages;
  }

  read(): LoggedRequest {
    return this.#ended ?? this.#as('open');
  }

  end(state: 'answered' | 'broken'): void {
    this.#ended = this.#as(state);
    this.#progress = undefined;
    this.#messages = this.messages();
  }

  get requestId(): number {
    return this.#known.requestId;
  }

  messages(): RequestMessages {
    return typeof this.#messages === 'function' ? this.#messages() : this.#messages;
  }

  #as(state: LoggedRequest['state']): LoggedRequest {
    const progress = this.#progress?.() ?? { status: null, bytesIn: 0, bytesOut: 0 };
    return { ...this.#known, ...progress, state, milliseconds: Math.round(performance.now() - this.#began) };
  }
}

const MAX_ENTRIES = 1000;
const NO_MESSAGE: MessageRecord = { headers: [], body: null, left: null };

/** The last thousand requests. */
export class RequestLog {
  #entries: Entry[] = [];
  #lastId = 0;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock;
  }

  /** Adds a request that has just begun; the answer is to be called when it has ended. */
  begin(
    facts: RequestFacts,
    progress: () => RequestProgress,
    messages: () => RequestMessages = () => ({ request: NO_MESSAGE, response: NO_MESSAGE }),
  ): (state: 'answered' | 'broken') => void {
    this.#lastId += 1;
    const entry = new Entry({ requestId: this.#lastId, at: this.#clock.now(), ...facts }, progress, messages);
    this.#entries.push(entry);
    // Cut in one go now and then, not one by one.
    if (this.#entries.length >= MAX_ENTRIES * 2) this.#entries = this.#entries.slice(-MAX_ENTRIES);
    return (state) => {
      entry.end(state);
    };
  }

  /** The logged requests, the newest first. */
  list(): LoggedRequest[] {
    return this.#entries
      .slice(-MAX_ENTRIES)
      .reverse()
      .map((entry) => entry.read());
  }

  /** One request with its messages; nothing where it is no longer known. */
  find(requestId: number): (LoggedRequest & RequestMessages) | undefined {
    const entry = this.#entries.find((one) => one.requestId === requestId);
    return entry && { ...entry.read(), ...entry.messages() };
  }

  clear(): void {
    this.#entries = [];
  }
}

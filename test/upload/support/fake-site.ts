import { VhError } from '../../../src/core/errors/vh-error.ts';
import type { StoredUpload } from '../../../src/upload/resume/store/stored-upload.ts';
import type { Records } from '../../../src/upload/resume/store/record-store.ts';
import type { ResumeEnvironment } from '../../../src/upload/resume/resume-environment.ts';
import type { Channel } from '../../../src/upload/resume/tabs/tab-channel.ts';
import type { Locks } from '../../../src/upload/resume/tabs/tab-lock.ts';

/** What the tabs of one site share, in memory; each environment that it makes is a tab. */
export class FakeSite {
  /** Milliseconds since 1970. */
  time = Date.UTC(2026, 0, 2);
  readonly records = new FakeRecords();
  #tabs = 0;
  readonly #waiting = new Map<string, FakeLock[]>();
  readonly #channels = new Map<string, Set<EventTarget>>();

  /** A tab: what it holds ends when it is killed. */
  tab(): ResumeEnvironment & { kill: () => void } {
    const dead = new AbortController();
    const name = `tab-${String(++this.#tabs)}`;
    return {
      records: recordsUntil(dead.signal, this.records),
      locks: this.#locks(dead.signal),
      subtle: crypto.subtle,
      channel: (name) => this.#channel(name, dead.signal),
      now: () => this.time,
      activeUploads: new Map(),
      begun: new Set(),
      tab: () => name,
      kill: () => dead.abort(),
    };
  }

  #locks(dead: AbortSignal): Locks {
    return {
      request: ((name: string, options: LockOptions, hold: LockGrantedCallback<unknown>) =>
        this.#request(name, options, hold, dead)) as Locks['request'],
      query: () => {
        const all = [...this.#waiting].flatMap(([name, locks]) => locks.map((lock) => ({ name, lock })));
        const named = (isHeld: boolean) =>
          all
            .filter(({ lock }) => lock.isHeld === isHeld)
            .map(({ name }) => ({ name, mode: 'exclusive' as const }));
        return Promise.resolve({ held: named(true), pending: named(false) });
      },
    };
  }

  async #request(
    name: string,
    { ifAvailable = false, signal }: LockOptions,
    hold: LockGrantedCallback<unknown>,
    dead: AbortSignal,
  ): Promise<unknown> {
    const queue = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, queue);
    if (ifAvailable && queue.length > 0) return hold(null);
    const lock = new FakeLock();
    queue.push(lock);
    const leave = () => {
      queue.splice(queue.indexOf(lock), 1);
      queue[0]?.grant();
    };
    dead.addEventListener('abort', leave, { once: true });
    if (queue[0] === lock) lock.grant();
    try {
      await lock.granted(signal);
      return await hold({ name, mode: 'exclusive' });
    } finally {
      dead.removeEventListener('abort', leave);
      leave();
    }
  }

  #channel(name: string, dead: AbortSignal): Channel {
    const own = new EventTarget();
    const all = this.#channels.get(name) ?? new Set();
    this.#channels.set(name, all.add(own));
    dead.addEventListener('abort', () => all.delete(own), { once: true });
    return {
      addEventListener: own.addEventListener.bind(own) as Channel['addEventListener'],
      postMessage: (data: unknown) => {
        const copy: unknown = structuredClone(data);
        for (const other of all) {
          if (other !== own)
            queueMicrotask(() => other.dispatchEvent(new MessageEvent('message', { data: copy })));
        }
      },
      close: () => all.delete(own),
    };
  }
}

class FakeLock {
  isHeld = false;
  #open: (() => void) | undefined;
  readonly #opened = new Promise<void>((resolve) => (this.#open = resolve));

  grant(): void {
    this.isHeld = true;
    this.#open?.();
  }

  async granted(signal: AbortSignal | undefined): Promise<void> {
    if (!signal) return this.#opened;
    const aborted = new Promise<never>((_resolve, reject) => {
      const abort = () => reject(signal.reason as Error);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
    });
    return Promise.race([this.#opened, aborted]);
  }
}

/** The records as a tab has them: a dead one changes nothing, whatever runs on behind the test. */
function recordsUntil(dead: AbortSignal, records: Records): Records {
  const alive = <Result>(call: () => Promise<Result>) =>
    dead.aborted ? new Promise<Result>(() => {}) : call();
  return {
    open: () => records.open(),
    get: (key) => records.get(key),
    list: () => records.list(),
    put: (record) => alive(() => records.put(record)),
    delete: (key) => alive(() => records.delete(key)),
  };
}

/** Keeps records in memory, for as long as it is allowed. */
export class FakeRecords implements Records {
  readonly kept = new Map<string, StoredUpload>();
  /** True while the browser keeps nothing. */
  isDenied = false;
  /** True while there is no room for more: stored values can be read and removed. */
  isFull = false;
  /** How often something was written. */
  writes = 0;

  async open(): Promise<void> {}

  async get(key: string): Promise<StoredUpload | undefined> {
    await this.#ask();
    return this.kept.get(key);
  }

  async list(): Promise<StoredUpload[]> {
    await this.#ask();
    return [...this.kept.values()];
  }

  async put(record: StoredUpload): Promise<void> {
    await this.#ask();
    if (this.isFull) throw new VhError('resume-unavailable', 'The browser keeps nothing here.');
    this.writes++;
    this.kept.set(record.key, record);
  }

  async delete(key: string): Promise<void> {
    await this.#ask();
    this.kept.delete(key);
  }

  async #ask(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.isDenied) throw new VhError('resume-unavailable', 'The browser keeps nothing here.');
  }
}

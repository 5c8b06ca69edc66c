import type { UploadWorld } from '../../../src/upload/upload-world.ts';
import type { FaultyLine } from './faulty-line.ts';
import { NodeXhr } from './node-xhr.ts';

interface Timer {
  due: number;
  fire: () => void;
}

/** Looks in a row that find the line quiet, before time is let pass: what was asked may be on its way to the line. */
const QUIET = 2;
const QUIET_WHILE_ASKING = 12;

/**
 * The real world, but for waiting: while nothing is on its way over the line, or only what will never arrive, time
 * jumps to whatever is due next. What is on its way has all the time that it needs.
 */
export class LineWorld implements UploadWorld {
  readonly sender: UploadWorld['sender'];
  readonly random: () => number;
  readonly #line: FaultyLine;
  readonly #online = new EventTarget();
  #isOffline = false;
  readonly #timers = new Set<Timer>();
  #skipped = 0;
  #ticking: NodeJS.Timeout | undefined;
  #quiet = 0;
  #asking = 0;

  constructor(sender: UploadWorld['sender'], line: FaultyLine, random: () => number) {
    this.sender = sender;
    this.#line = line;
    this.random = random;
  }

  readonly now = () => performance.now() + this.#skipped;
  readonly isOffline = () => this.#isOffline;

  readonly onOnline = (listener: () => void, signal: AbortSignal) => {
    this.#online.addEventListener('online', listener, { signal });
  };

  /** Takes the network away for some seconds; when it is back, the platform may not notice. */
  async goOffline(seconds: number, isAnnounced: boolean): Promise<void> {
    this.#isOffline = true;
    this.#line.setDown(true);
    await this.sleep(seconds * 1000);
    this.#line.setDown(false);
    if (!isAnnounced) return;
    this.#isOffline = false;
    this.#online.dispatchEvent(new Event('online'));
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    this.#asking++;
    try {
      // A connection of its own, so that nothing of one schedule is left for the next.
      const headers = new Headers(init.headers);
      headers.set('connection', 'close');
      return await globalThis.fetch(url, { ...init, headers });
    } finally {
      this.#asking--;
    }
  };

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = () => {
        this.#timers.delete(timer);
        reject(signal?.reason as Error);
      };
      const fire = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const timer = { due: this.now() + ms, fire };
      if (signal?.aborted) return abort();
      this.#timers.add(timer);
      signal?.addEventListener('abort', abort);
      this.#tick();
    });

  /** Whatever still waits waits for ever. */
  end(): void {
    this.#timers.clear();
  }

  #tick(): void {
    this.#ticking ??= setTimeout(() => {
      this.#ticking = undefined;
      const isQuiet = NodeXhr.preparing === 0 && this.#line.isQuiet;
      this.#quiet = isQuiet ? this.#quiet + 1 : 0;
      const [next] = [...this.#timers].sort((one, other) => one.due - other.due);
      if (!next) return;
      const isOnItsWay = NodeXhr.active + this.#asking > this.#line.holes;
      const enough = isOnItsWay ? QUIET_WHILE_ASKING : QUIET;
      if (this.#quiet >= enough && next.due > this.now()) this.#skipped += next.due - this.now();
      if (next.due <= this.now()) {
        this.#timers.delete(next);
        this.#quiet = 0;
        next.fire();
      }
      this.#tick();
    }, 1);
  }
}

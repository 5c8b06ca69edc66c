import { VhError } from '../../../src/core/errors/vh-error.ts';
import type { SendRequest, UploadEnvironment } from '../../../src/upload/ports/upload-environment.ts';
import { settled } from '../until.ts';
import type { FakeService } from './uploader-service.ts';

interface Timer {
  due: number;
  fire: () => void;
}

/**
 * Its time passes only while every task waits, so that a test of an hour takes a millisecond. Requests go to a service
 * in memory.
 */
export class FakeEnvironment implements UploadEnvironment {
  time = 0;
  /** Every requested and not cancelled wait, in milliseconds. */
  readonly waits: number[] = [];
  offline = false;
  /** False while not even a probe gets through. */
  reachable = true;
  /** Called before each wait. */
  onSleep: (ms: number) => void = () => {};
  readonly #timers = new Set<Timer>();
  readonly #online = new EventTarget();
  readonly #service: FakeService;
  #ticking = false;
  #standsStill = false;

  constructor(service: FakeService) {
    this.#service = service;
  }

  readonly sender = { reportsProgress: true, send: (request: SendRequest) => this.#send(request) };
  readonly random = () => 0.5;
  readonly now = () => this.time;
  readonly isOffline = () => this.offline;

  readonly onOnline = (listener: () => void, signal: AbortSignal) => {
    this.#online.addEventListener('online', listener, { signal });
  };

  readonly fetch = (url: string, init?: RequestInit) =>
    this.reachable && !this.#isKept(new Headers(init?.headers))
      ? Promise.resolve(this.#service.get(url))
      : Promise.reject(new TypeError('unreachable'));

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      this.onSleep(ms);
      if (signal?.aborted) return reject(signal.reason as Error);
      const abort = () => {
        this.#timers.delete(timer);
        reject(signal?.reason as Error);
      };
      const fire = () => {
        signal?.removeEventListener('abort', abort);
        this.waits.push(ms);
        resolve();
      };
      const timer = { due: this.time + ms, fire };
      this.#timers.add(timer);
      signal?.addEventListener('abort', abort);
      this.#tick();
    });

  /**
   * From now on its time does not pass: what stalls is not noticed. For a task that waits for another environment, which
   * works on in threads of its own meanwhile.
   */
  standStill(): void {
    this.#standsStill = true;
  }

  /** The network is back, and the platform says so. */
  comeBack(): void {
    this.offline = false;
    this.reachable = true;
    this.#online.dispatchEvent(new Event('online'));
  }

  async #send({ url, headers, body, signal, onProgress }: SendRequest): Promise<Response> {
    if (!(body instanceof FormData)) throw new TypeError('The wire sends forms.');
    if (this.#isKept(new Headers(headers))) throw new VhError('network', 'The preflight failed.');
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
    const file = body.get('file');
    const size = file instanceof File ? file.size : 0;
    // A form is a little larger than the file in it.
    onProgress(Math.ceil(size / 2));
    const answer = this.#service.post(url, new Headers(headers), body).then(
      (response) => {
        onProgress(size + 200);
        return response;
      },
      () => {
        throw new VhError('network', 'The upload could not reach the server.');
      },
    );
    return Promise.race([answer, stopped]);
  }

  /** True for a request that never leaves, for the header in it. */
  #isKept(headers: Headers): boolean {
    if (!headers.has('upload-id')) return false;
    return this.#service.refusesUploadId || this.#service.losesUploadId-- > 0;
  }

  // One timer at a time, the earliest first: what it sets off has settled before the next one fires, a store's answers included.
  #tick(): void {
    if (this.#ticking) return;
    this.#ticking = true;
    const fireNext = () => {
      this.#ticking = false;
      if (this.#standsStill) return;
      const [next] = [...this.#timers].sort((one, other) => one.due - other.due);
      if (!next) return;
      this.#timers.delete(next);
      this.time = Math.max(this.time, next.due);
      next.fire();
      if (this.#timers.size > 0) this.#tick();
    };
    setTimeout(() => void settled().then(fireNext), 1);
  }
}

import { VhError } from '../../../src/core/errors/vh-error.ts';
import type { SendRequest, UploadEnvironment } from '../../../src/upload/ports/upload-environment.ts';
import type { OpenMemory } from '../../../src/upload/ports/upload-memory.ts';
import { settled } from '../../support/until.ts';

/** Time passes in steps of so many milliseconds. */
export const STEP_MS = 100;

/** When nothing gets through, in milliseconds; `isSaid` where the browser says so. */
export interface Outage {
  readonly from: number;
  readonly to: number;
  readonly isSaid: boolean;
}

/** A line to a service that stores whatever arrives. */
export interface LineOptions {
  /** Bytes a second that it takes at a moment, but for outages. */
  readonly rateAt: (ms: number) => number;
  readonly outages: readonly Outage[];
  /** Bytes that a connection takes at once: they have left the browser, and not arrived. */
  readonly bufferBytes: number;
  /** There and back, with the time to store a part. */
  readonly latencyMs: number;
}

interface Request {
  readonly size: number;
  readonly progress: (bytes: number) => void;
  readonly settle: (error?: Error) => void;
  readonly startsAt: number;
  arrived: number;
  left: number;
  answersAt: number | undefined;
}

/** The platform of an upload over one line, in a time of its own. */
export class Line implements UploadEnvironment {
  time = 0;
  openMemory: OpenMemory | undefined;
  /** Bytes that have arrived by each step. */
  readonly arrived: number[] = [];
  #total = 0;
  #lost = 0;
  readonly #options: LineOptions;
  readonly #requests = new Set<Request>();
  readonly #timers = new Set<{ due: number; fire: () => void }>();
  readonly #online = new EventTarget();

  constructor(options: LineOptions) {
    this.#options = options;
  }

  readonly random = () => 0.5;
  readonly now = () => this.time;
  readonly isOffline = () => this.outage?.isSaid === true;
  readonly sender = { reportsProgress: true, send: (request: SendRequest) => this.#send(request) };

  readonly fetch = () =>
    this.outage ? Promise.reject(new TypeError('unreachable')) : Promise.resolve(new Response(''));

  readonly onOnline = (listener: () => void, signal: AbortSignal) => {
    this.#online.addEventListener('online', listener, { signal });
  };

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const timer = { due: this.time + ms, fire: resolve };
      this.#timers.add(timer);
      signal?.addEventListener('abort', () => {
        this.#timers.delete(timer);
        reject(signal.reason as Error);
      });
    });

  /** The present outage. */
  get outage(): Outage | undefined {
    return this.#options.outages.find(({ from, to }) => from <= this.time && this.time < to);
  }

  /** Bytes that have arrived, and need not be sent again. */
  get kept(): number {
    return this.#total - this.#lost;
  }

  /** True while requests are on their way. */
  get isBusy(): boolean {
    return this.#requests.size > 0;
  }

  /** Lets one step pass, and everything happen that is due by then. */
  async step(): Promise<void> {
    const before = this.outage;
    this.time += STEP_MS;
    const { outage } = this;
    if (before && !outage) this.#online.dispatchEvent(new Event('online'));
    if (outage?.isSaid) for (const request of this.#requests) request.settle(lost());
    if (!outage) this.#carry();
    this.arrived.push(this.#total);
    for (const timer of [...this.#timers].sort((one, other) => one.due - other.due)) {
      if (timer.due > this.time || !this.#timers.delete(timer)) continue;
      timer.fire();
    }
    await settled(2);
  }

  /** Each connection has its share; what one does not need is there for the others. */
  #carry(): void {
    let capacity = (this.#options.rateAt(this.time) * STEP_MS) / 1000;
    const open = [...this.#requests].filter(({ startsAt }) => startsAt <= this.time);
    open.sort((one, other) => one.size - one.arrived - (other.size - other.arrived));
    for (const [at, request] of open.entries()) {
      const bytes = Math.min(capacity / (open.length - at), request.size - request.arrived);
      request.arrived += bytes;
      capacity -= bytes;
      this.#total += bytes;
    }
    for (const request of open) {
      const left = Math.min(request.size, Math.round(request.arrived + this.#options.bufferBytes));
      if (left > request.left) request.progress((request.left = left));
      if (request.arrived < request.size) continue;
      request.answersAt ??= this.time + this.#options.latencyMs;
      if (request.answersAt <= this.time) request.settle();
    }
  }

  #send({ body, signal, onProgress }: SendRequest): Promise<Response> {
    if (this.isOffline()) return Promise.reject(lost());
    const file = body instanceof FormData ? body.get('file') : undefined;
    const size = file instanceof File ? file.size : 0;
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        this.#requests.delete(request);
        if (error) {
          this.#lost += request.arrived;
          request.arrived = 0;
          reject(error);
        } else resolve(Response.json({ videoId: 'viLine' }, { status: 201 }));
      };
      const request: Request = {
        ...{ size, settle, progress: onProgress, arrived: 0, left: 0, answersAt: undefined },
        startsAt: this.time + this.#options.latencyMs / 2,
      };
      this.#requests.add(request);
      signal.addEventListener('abort', () => {
        if (this.#requests.has(request)) settle(signal.reason as Error);
      });
    });
  }
}

const lost = () => new VhError('network', 'The upload could not reach the server.');

import type { OptimizeMessage } from '../../../../src/upload/optimize/worker-messages.ts';

/** Replaces the worker that compresses films, so that a test sets its progress and result. */
export class FakeOptimizer {
  readonly #real = { Worker: globalThis.Worker, VideoEncoder: globalThis.VideoEncoder };
  #worker: EventTarget | undefined;

  constructor() {
    const begin = (worker: EventTarget | undefined) => {
      this.#worker = worker;
    };
    class FakeWorker extends EventTarget {
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { progress: 0 } })));
      }

      postMessage(): void {
        begin(this);
      }

      terminate(): void {
        begin(undefined);
      }
    }
    // Not every browser that a test runs in can encode.
    Object.assign(globalThis, { Worker: FakeWorker, VideoEncoder: EventTarget });
  }

  /** True while a film is being made. */
  get isAtWork(): boolean {
    return this.#worker !== undefined;
  }

  /** So much of it is made. */
  report(progress: number): void {
    this.#say({ progress });
  }

  /** It is made. */
  finish(made: Blob | undefined): void {
    this.#say({ made });
  }

  end(): void {
    Object.assign(globalThis, this.#real);
  }

  #say(data: OptimizeMessage): void {
    this.#worker?.dispatchEvent(new MessageEvent('message', { data }));
  }
}

import { VhError } from '../errors/vh-error.ts';
import { sleep } from './sleep.ts';

/** Between two tries of what an element needs at each update. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * A part of the page whose code is loaded when it is first needed. Callers that meet a load under way join it. After a failed
 * one, the next call tries again; only the first failure is reported.
 */
export class LazyModule<Module, Part> {
  /** The part; undefined until it is loaded. */
  part: Part | undefined;
  readonly #import: () => Promise<Module>;
  readonly #create: (module: Module) => Part;
  readonly #failed: ((error: VhError) => void) | undefined;
  #loading: Promise<Part | undefined> | undefined;
  #failures = 0;
  #failedAt = 0;

  /** `create` makes the part of its code, once; `failed` is called after the first load that did not succeed. */
  constructor(
    load: () => Promise<Module>,
    create: (module: Module) => Part,
    failed?: (error: VhError) => void,
  ) {
    this.#import = load;
    this.#create = create;
    this.#failed = failed;
  }

  /** Resolves with the part, or with nothing if its code could not be loaded. */
  load(): Promise<Part | undefined> {
    return (this.#loading ??= this.#import().then(
      (module) => (this.part = this.#create(module)),
      (cause: unknown) => {
        this.#loading = undefined;
        this.#failedAt = performance.now();
        if (this.#failures++ === 0)
          this.#failed?.(
            new VhError('code-unavailable', 'A part of the page could not be loaded.', { cause }),
          );
        return undefined;
      },
    ));
  }

  /**
   * Loads it for a caller that asks at each update: after a failure it waits, twice as long each time, and resolves with
   * nothing until then.
   */
  async need(): Promise<Part | undefined> {
    if (this.#failures > 0 && performance.now() - this.#failedAt < this.#pauseMs) return undefined;
    return this.load();
  }

  /** Loads it for a caller that asks once: after a failure it tries again, later each time, until the signal aborts. */
  async loadUntil(signal: AbortSignal): Promise<Part | undefined> {
    const part = await this.load();
    if (part !== undefined || signal.aborted) return part;
    return sleep(this.#pauseMs, signal).then(
      () => this.loadUntil(signal),
      () => undefined,
    );
  }

  /** Milliseconds from the last failure to the next try. */
  get #pauseMs(): number {
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
  }
}

/** A lazy module to who uses its part, whatever module that comes from. */
export type LazyPart<Part> = Pick<LazyModule<unknown, Part>, 'part' | 'load' | 'need' | 'loadUntil'>;

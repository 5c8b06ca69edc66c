import { VhError } from '../errors/vh-error.ts';

/**
 * A part of the page whose code is loaded when it is first needed. Callers that meet a load under way join it. After a failed
 * one, the next call tries again.
 */
export class LazyModule<Module, Part> {
  /** The part; undefined until it is loaded. */
  part: Part | undefined;
  readonly #import: () => Promise<Module>;
  readonly #create: (module: Module) => Part;
  readonly #failed: ((error: VhError) => void) | undefined;
  #loading: Promise<Part | undefined> | undefined;

  /** `create` makes the part of its code, once; `failed` is called after each load that did not succeed. */
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
        this.#failed?.(new VhError('network', 'A part of the page could not be loaded.', { cause }));
        return undefined;
      },
    ));
  }
}

/** Receives every state that a store takes on, the present one first when asked for. */
export type StoreListener<State> = (state: Readonly<State>) => void;

/**
 * One engine's state: a frozen snapshot and those who follow it.
 *
 * Only the engine sets it. Whoever reads a snapshot may keep it: it never changes under them.
 */
export class Store<State extends object> {
  #state: Readonly<State>;
  readonly #listeners = new Set<StoreListener<State>>();

  constructor(initial: State) {
    this.#state = Object.freeze(initial);
  }

  /** The present snapshot. */
  get state(): Readonly<State> {
    return this.#state;
  }

  /** Replaces the state and tells every listener, in the order in which they came. */
  set(next: State): void {
    if (next === this.#state) return;
    const snapshot = (this.#state = Object.freeze(next));
    for (const listener of [...this.#listeners]) {
      // A listener that sets the state again has already told the others about the newer one.
      if (this.#state !== snapshot) return;
      if (this.#listeners.has(listener)) listener(snapshot);
    }
  }

  /** Calls `listener` at each change until the returned function is called or `signal` aborts. */
  subscribe(listener: StoreListener<State>, options: { signal?: AbortSignal } = {}): () => void {
    if (options.signal?.aborted) return () => {};
    this.#listeners.add(listener);
    const stop = () => void this.#listeners.delete(listener);
    options.signal?.addEventListener('abort', stop, { once: true });
    return stop;
  }
}

/** Receives every state that a store takes on, from the next one on. */
export type StoreListener<State> = (state: Readonly<State>) => void;

/**
 * One engine's state: a frozen snapshot and its listeners.
 *
 * Only the engine sets it. A snapshot never changes: readers may keep it.
 */
export class Store<State extends object> {
  #state: Readonly<State>;
  readonly #subscriptions = new Set<{ listener: StoreListener<State> }>();

  constructor(initial: State) {
    this.#state = Object.freeze(initial);
  }

  /** The present snapshot. */
  get state(): Readonly<State> {
    return this.#state;
  }

  /** Replaces the state and notifies every listener, in the order in which they came. */
  set(next: State): void {
    if (next === this.#state) return;
    const snapshot = (this.#state = Object.freeze(next));
    for (const subscription of [...this.#subscriptions]) {
      // A listener that sets the state again has already notified the others of the newer one.
      if (this.#state !== snapshot) return;
      if (this.#subscriptions.has(subscription)) report(subscription.listener, snapshot);
    }
  }

  /** Calls `listener` at each change until the returned function is called or `signal` aborts. */
  subscribe(listener: StoreListener<State>, options: { signal?: AbortSignal } = {}): () => void {
    const { signal } = options;
    if (signal?.aborted) return () => {};
    const subscription = { listener };
    this.#subscriptions.add(subscription);
    const stop = () => {
      this.#subscriptions.delete(subscription);
      signal?.removeEventListener('abort', stop);
    };
    signal?.addEventListener('abort', stop);
    return stop;
  }
}

/** Reports a listener's error to the page; the engine and the other listeners continue. */
function report<State>(listener: StoreListener<State>, state: Readonly<State>): void {
  try {
    listener(state);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

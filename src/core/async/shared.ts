interface Entry<Value> {
  readonly value: Value;
  readonly owner: AbortController;
  users: number;
}

/** One value for each key: the same for everyone who asks, until the signal of the last of them aborts. */
export class Shared<Key extends object, Value> {
  readonly #entries = new WeakMap<Key, Entry<Value>>();

  /** The value of a key; `make` makes it, with a signal for its end, where there is none yet. */
  share(key: Key, signal: AbortSignal, make: (signal: AbortSignal) => Value): Value {
    const entry = this.#entries.get(key) ?? this.#begin(key, make);
    entry.users++;
    const release = () => {
      if (--entry.users > 0) return;
      entry.owner.abort();
      this.#entries.delete(key);
    };
    signal.addEventListener('abort', release, { once: true });
    return entry.value;
  }

  #begin(key: Key, make: (signal: AbortSignal) => Value): Entry<Value> {
    const owner = new AbortController();
    const entry = { value: make(owner.signal), owner, users: 0 };
    this.#entries.set(key, entry);
    return entry;
  }
}

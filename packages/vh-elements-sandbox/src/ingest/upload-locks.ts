interface Holder {
  stop: () => void;
  released: Promise<void>;
}

/**
 * Lets one request at a time touch an upload. The newest wins: a client that comes again has given up on its earlier
 * request, even when the connection that carried it does not know yet that it is dead.
 */
export class UploadLocks {
  readonly #holders = new Map<string, Holder>();

  /** Holds `id` while `work` runs; `stop` must make `work` end soon. */
  async hold<T>(id: string, stop: () => void, work: () => Promise<T>): Promise<T> {
    for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
      holder.stop();
      await holder.released;
    }
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#holders.set(id, { stop, released });
    try {
      return await work();
    } finally {
      this.#holders.delete(id);
      release();
    }
  }
}

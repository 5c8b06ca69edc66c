/** The size of a bucket, and how fast it refills. */
export interface BucketSize {
  burst: number;
  /** Milliseconds in which one comes back. */
  intervalMs: number;
}

/**
 * What several backends of one site must agree on: which upload has which video, how many grants a visitor had, which
 * tokens are to be deleted. Values are short texts; credentials among them are encrypted. Every operation is atomic, and
 * every time is by the store's own clock.
 *
 * `redisState` of `vh-elements/backend/redis`, `sqlState` of `vh-elements/backend/sql` and `durableObjectState` of
 * `vh-elements/backend/durable-object` make one. To make your own, implement three methods and try it with
 * `checkState` of `vh-elements/backend/state-conformance`.
 */
export interface BackendState {
  /** The value of `key`; undefined where there is none, or where it has expired. */
  get: (key: string) => Promise<string | undefined>;
  /**
   * Stores `next` for `seconds` if the value of `key` is `expected`, and returns whether it was. Undefined means
   * no value: as `expected` it stores only a new value, as `next` it deletes.
   */
  swap: (
    key: string,
    expected: string | undefined,
    next: string | undefined,
    seconds: number,
  ) => Promise<boolean>;
  /** Takes one out of a bucket. Returns 0, or the milliseconds until there is one, and then takes nothing. */
  take: (key: string, size: BucketSize) => Promise<number>;
  /**
   * Resolves when the store can be used: it is reachable, new enough, and this client may write. Rejects with an error whose
   * message names the fault in one line. `backend.ready()` calls it.
   */
  check?: () => Promise<void>;
}

import { hashOf } from '../crypto/claim-signer.ts';
import type { BackendState } from '../state/backend-state.ts';
import { change } from '../state/change.ts';

/** Tokens that wait at most; the oldest expire first. */
const MAX_DUE = 64;
/** Milliseconds between two looks of one server. */
const LOOK_AFTER_MS = 5_000;

/** The encrypted tokens whose deletion has failed: the server that looks next deletes them. */
export class DueDeletions {
  readonly #state: BackendState;
  readonly #seconds: number;
  readonly #now: () => number;
  #lookedAt: number;

  /** `seconds` is how long a token lives. */
  constructor(state: BackendState, seconds: number, now: () => number = () => performance.now()) {
    this.#state = state;
    this.#seconds = seconds;
    this.#now = now;
    this.#lookedAt = now();
  }

  async add(sealed: string): Promise<void> {
    await this.#put([sealed]);
  }

  /** Deletes the tokens that are due, unless this server has just done so. What fails again stays due. */
  async tryAgain(remove: (sealed: string) => Promise<void>): Promise<void> {
    if (this.#now() - this.#lookedAt < LOOK_AFTER_MS) return;
    this.#lookedAt = this.#now();
    const key = await keyOf();
    const list = await this.#state.get(key);
    // The server that takes the list works on it alone.
    if (list === undefined || !(await this.#state.swap(key, list, undefined, 0))) return;
    const due = list.split(',');
    const outcomes = await Promise.allSettled(due.map(remove));
    const failed = due.filter((_, index) => outcomes[index]?.status === 'rejected');
    if (failed.length > 0) await this.#put(failed);
  }

  async #put(sealed: string[]): Promise<void> {
    const add = (list: string | undefined) =>
      [...(list?.split(',') ?? []), ...sealed].slice(-MAX_DUE).join(',');
    await change(this.#state, await keyOf(), add, this.#seconds);
  }
}

function keyOf(): Promise<string> {
  return hashOf('tokens to be deleted');
}

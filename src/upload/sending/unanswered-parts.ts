import { withTimeout } from '../retry/with-timeout.ts';
import { isReachable } from '../retry/wait-for-network.ts';
import type { RetryPolicy } from '../retry/retry-policy.ts';
import type { StallTimeout } from '../retry/stall-timeout.ts';
import type { FoundPart, PartAttempt, Transport } from '../ports/transport.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';

/**
 * How long a part is wholly sent before the first question; each further one comes after twice the time. With the time for an
 * answer, it is less than what `StallTimeout` gives a line that is not there.
 */
const FIRST_QUESTION_MS = 6_000;
const QUESTION_TIMEOUT_MS = 5_000;
/** The answer that completes the file says most of the video: it may come so long after the service has it all. */
const LAST_ANSWER_MS = 5_000;
/** A browser opens no more connections to one server: with so many requests in flight, a question waits for one of them. */
const MAX_CONNECTIONS = 6;

/**
 * Finds out what became of parts that are wholly sent and not answered. One upload has one, whatever its wire and its plans.
 *
 * A service may need a minute for a part; and a browser may never hand over an answer that has arrived: Safari 26 does that
 * with bodies that lie in a file. Time does not tell one from the other, the service does. Once it has a part whose answer
 * has not come, the rest is sent from memory.
 */
export class UnansweredParts {
  readonly #environment: UploadEnvironment;
  readonly #retries: RetryPolicy;
  #sendsFromMemory = false;

  constructor(environment: UploadEnvironment, retries: RetryPolicy) {
    this.#environment = environment;
    this.#retries = retries;
  }

  /** True once an answer did not come although the line is there: the bodies of later attempts are read into memory. */
  get sendsFromMemory(): boolean {
    return this.#sendsFromMemory;
  }

  /** An attempt has ended by `stall`. */
  onStall(stall: StallTimeout): void {
    if (stall.isAnswerAllowed) this.#sendsFromMemory = true;
  }

  /**
   * Resolves once the service says that it has the part of an attempt in flight; until then, a line that is there lets `stall`
   * wait for the answer. `isLast` is true for the part that completes the file.
   */
  async untilFound(
    transport: Transport,
    attempt: PartAttempt,
    stall: StallTimeout,
    isLast: () => boolean,
  ): Promise<FoundPart> {
    const { signal } = attempt;
    await stall.sent;
    for (let wait = FIRST_QUESTION_MS; ; wait *= 2) {
      await this.#environment.sleep(wait, signal);
      const found = await this.#find(transport, attempt);
      if (found) {
        this.#sendsFromMemory = true;
        if (isLast()) await this.#environment.sleep(LAST_ANSWER_MS, signal);
        return found;
      }
      if (found === false || (await this.#isLineThere(attempt))) stall.allowAnswer();
    }
  }

  /** False for a part that the service has not; undefined where it does not say. */
  async #find(transport: Transport, attempt: PartAttempt): Promise<FoundPart | false | undefined> {
    const { signal } = attempt;
    try {
      return await withTimeout(QUESTION_TIMEOUT_MS, this.#environment, signal, async (soon) =>
        transport.find?.({ ...attempt, signal: soon }),
      );
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  async #isLineThere({ grant, signal }: PartAttempt): Promise<boolean> {
    if (this.#environment.isOffline()) return false;
    if (this.#retries.activeAttempts >= MAX_CONNECTIONS) return true;
    return isReachable(this.#environment, grant.url, signal);
  }
}

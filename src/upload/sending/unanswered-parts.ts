import { loadExtras } from '../parts.ts';
import type { RetryPolicy } from '../retry/retry-policy.ts';
import type { StallTimeout } from '../retry/stall-timeout.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import type { FoundPart, PartAttempt, Transport } from '../ports/transport.ts';
import type { ReadBody, UploadEnvironment } from '../ports/upload-environment.ts';

/**
 * Finds out what became of parts that are wholly sent and not answered. One upload has one, whatever its wire and its plans.
 *
 * A service may need a minute for a part; and a browser may never hand over an answer that has arrived: Safari 26 does that
 * with bodies that lie in a file. Time does not tell one from the other, the service does. Once it has a part whose answer
 * has not come, the rest is sent from memory.
 */
export class UnansweredParts {
  readonly #environment: UploadEnvironment;
  readonly #settings: () => GrantSettings;
  readonly #retries: RetryPolicy;
  #readBody: ReadBody | undefined;
  #sendsFromMemory = false;

  constructor(environment: UploadEnvironment, settings: () => GrantSettings, retries: RetryPolicy) {
    this.#environment = environment;
    this.#settings = settings;
    this.#retries = retries;
  }

  /** Reads the bodies of attempts into memory, once an answer did not come although the line is there. */
  get readBody(): ReadBody | undefined {
    return this.#sendsFromMemory ? this.#readBody : undefined;
  }

  /** An attempt has ended by `stall`. */
  onStall(stall: StallTimeout): void {
    if (stall.isAnswerAllowed) this.#sendsFromMemory = true;
  }

  /** Resolves once the service says that it has the part of an attempt in flight; `isLast` is true for the part that completes the file. */
  async untilFound(
    transport: Transport,
    attempt: PartAttempt,
    stall: StallTimeout,
    isLast: () => boolean,
  ): Promise<FoundPart | undefined> {
    await stall.sent;
    const extras = await loadExtras();
    this.#readBody ??= extras?.readBody;
    return extras?.findUnanswered({
      ...{ environment: this.#environment, settings: this.#settings, transport, attempt, stall, isLast },
      activeAttempts: () => this.#retries.activeAttempts,
      onFound: () => (this.#sendsFromMemory = true),
    });
  }
}

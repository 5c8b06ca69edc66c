import { backoffDelay, type RetryPolicy } from '../core/backoff.ts';
import { isVhError, type VhError } from '../core/vh-error.ts';
import { isReachable, untilReachable } from './reach.ts';
import type { WaitReason } from './upload-state.ts';
import type { UploadWorld } from './upload-world.ts';

/** Without one byte stored between them; a minute at most, most of it at the end. */
const POLICY: RetryPolicy = { retries: 10, base: 200, cap: 20_000 };
/** How long an upload that something had got through for waits for a network that nobody said had gone. */
const ABSENCE = 30 * 60_000;

/** Told of each wait before it begins; `ms` is nothing when it waits for the network. */
export type WaitListener = (why: WaitReason, ms: number | undefined) => void;

/** A try that came to nothing. */
export interface Failure {
  error: VhError;
  /** What was asked, for a probe that tells whether it is there again. */
  url: string | undefined;
  /** When the try began. */
  began?: number;
  /** Milliseconds that the server asks for. */
  after?: number | undefined;
  /** What failed: it may alone fail as often as all of them. */
  part?: { failures: number } | undefined;
}

/** How often an upload tries again, and how long it waits before. All of its parts share one. */
export class Patience {
  readonly #world: UploadWorld;
  readonly #onWait: WaitListener;
  readonly #isUnattended: () => boolean;
  #attempt = 0;
  /** When the last failure was counted. */
  #counted = -Infinity;
  #notBefore = -Infinity;
  /** When something got through last. */
  #reached = -Infinity;
  /** Why all wait for the network, and until when. */
  #absence: { why: WaitReason; isOver: Promise<boolean> } | undefined;

  /** `isUnattended` says that whoever uploads has no eyes for it now: then no lost connection is the end of it. */
  constructor(world: UploadWorld, onWait: WaitListener, isUnattended: () => boolean = () => false) {
    this.#world = world;
    this.#onWait = onWait;
    this.#isUnattended = isUnattended;
  }

  /** Whatever fails next is a new story. */
  renew(): void {
    this.#attempt = 0;
  }

  /** Something got through. */
  reach(): void {
    this.#reached = this.#world.now();
    this.renew();
  }

  /** Resolves when the server is ready to be asked again, however many wait for it. */
  async ready(signal: AbortSignal): Promise<void> {
    await this.#absence?.isOver;
    for (let left; (left = this.#notBefore - this.#world.now()) > 0;) await this.#world.sleep(left, signal);
    signal.throwIfAborted();
  }

  /** Tells again what everybody waits for, if there is such a thing: nothing else is on its way any more. */
  tell(): void {
    const left = this.#notBefore - this.#world.now();
    if (this.#absence) this.#onWait(this.#absence.why, undefined);
    else if (left > 0) this.#onWait('busy', left);
  }

  /**
   * Resolves when the next try is due. Throws the error when there has been enough of it. Being without a network is
   * nobody's failure and uses no tries, also where the platform has not noticed; parts that were on their way together
   * fail as one.
   */
  async wait({ error, url, began, after = 0, part }: Failure, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const unreached = isVhError(error, 'network') || isVhError(error, 'timeout');
    if (unreached && this.#world.isOffline()) {
      await this.#waitOut('offline', url, signal);
      return;
    }
    if (part) part.failures++;
    const now = this.#world.now();
    const isCounted = (began ?? now) > this.#counted;
    if ((part?.failures ?? 0) > POLICY.retries || (isCounted && this.#attempt >= POLICY.retries)) {
      const isAway = unreached && (await this.#isAway(url, signal));
      if (!isAway || !(await this.#waitOut('network', url, signal))) throw error;
      if (part) part.failures = 0;
      this.renew();
      return;
    }
    if (isCounted) {
      this.#attempt++;
      this.#counted = now;
    }
    // A connection that broke is tried anew at once; only what fails again is given time.
    const isFirst = unreached && this.#attempt === 1;
    const delay = Math.max(after, isFirst ? 0 : backoffDelay(this.#attempt - 1, POLICY, this.#world.random));
    if (after > 0) this.#notBefore = Math.max(this.#notBefore, now + after);
    this.#onWait(unreached ? 'network' : 'busy', delay);
    await this.#world.sleep(delay, signal);
  }

  /** Waits after an error that another try may mend, and throws any other. */
  async mend(error: unknown, url: string | undefined, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!isVhError(error, 'network') && !isVhError(error, 'timeout')) throw error;
    await this.wait({ error, url }, signal);
  }

  /** True for a server that was there before and answers nothing at all now, unless that has been so for too long. */
  async #isAway(url: string | undefined, signal: AbortSignal): Promise<boolean> {
    if (this.#absence) return true;
    if (this.#patienceEnds <= this.#world.now()) return false;
    if (url === undefined) return this.#isUnattended();
    const isThere = await isReachable(this.#world, url, signal);
    signal.throwIfAborted();
    return !isThere;
  }

  get #patienceEnds(): number {
    return this.#isUnattended() ? Infinity : this.#reached + ABSENCE;
  }

  /** Resolves with true when the network is back, and with false when it has been away for too long. */
  #waitOut(why: WaitReason, url: string | undefined, signal: AbortSignal): Promise<boolean> {
    this.#onWait(why, undefined);
    const isEnough = () => why === 'network' && this.#patienceEnds <= this.#world.now();
    this.#absence ??= {
      why,
      isOver: untilReachable(this.#world, url, isEnough, signal).finally(() => (this.#absence = undefined)),
    };
    return this.#absence.isOver;
  }
}

import { abortable } from '../../core/async/abortable.ts';
import { backoffDelay, type BackoffPolicy } from '../../core/async/backoff.ts';
import type { FetchSource, PlaybackReason } from './playback-request.ts';
import { RecoveryBudget } from '../requests/recovery-budget.ts';
import type { PlaybackSource, MediaAddress } from './playback-source.ts';

/** Refused playbacks that are replaced in `REFUSAL_WINDOW_MS` at once; after them one each `REFUSAL_PAUSE_MS`. */
const MAX_REFUSALS = 3;
const REFUSAL_WINDOW_MS = 60_000;
const REFUSAL_PAUSE_MS = 3_000;
/** A page's own function may never answer. */
const ANSWER_TIMEOUT_MS = 10_000;
const EARLY: BackoffPolicy = { retries: Infinity, baseMs: 1_000, capMs: 30_000 };

/** Holds the source of one playback: replaces it before its addresses end, and when they are refused. */
export class SourceRefresher {
  readonly #ask: FetchSource | undefined;
  readonly #signal: AbortSignal;
  readonly #changed: (source: PlaybackSource) => void;
  readonly #now: () => number;
  readonly #refusals: RecoveryBudget;
  /** When a refused playback was replaced, or should have been. */
  #refusedAt = -Infinity;
  #source: PlaybackSource;
  readonly #followers = new Set<() => void>();
  /** The request in flight, shared by all who wait for it. */
  #refreshing: Promise<void> | undefined;
  /** Early requests that failed in a row, and when the next one may leave. */
  #failures = 0;
  #notBefore = -Infinity;
  /** True once a refused address came back unchanged: its media are not there, for whatever reason. */
  #isSame = false;

  constructor(
    source: PlaybackSource,
    options: {
      /** Absent if the answer would be the same. */
      ask: FetchSource | undefined;
      signal: AbortSignal;
      changed: (source: PlaybackSource) => void;
      now?: () => number;
    },
  ) {
    this.#source = source;
    this.#ask = options.ask;
    this.#signal = options.signal;
    this.#changed = options.changed;
    this.#now = options.now ?? (() => performance.now());
    this.#refusals = new RecoveryBudget(MAX_REFUSALS, REFUSAL_WINDOW_MS, this.#now);
  }

  /** The present source. */
  get source(): PlaybackSource {
    return this.#source;
  }

  /** Calls `follow` after each replacement of the source, until the signal aborts. */
  follow(follow: () => void, signal: AbortSignal): void {
    this.#followers.add(follow);
    signal.addEventListener('abort', () => this.#followers.delete(follow), { once: true });
  }

  /** True when another source can be had. */
  get canRefresh(): boolean {
    return this.#ask !== undefined;
  }

  /** True when a request with the present addresses would be refused. */
  get hasEnded(): boolean {
    return this.canRefresh && this.#source.lifetime?.hasEnded === true;
  }

  /**
   * Call it before each request. Undefined when the addresses hold; else a promise for fresh ones, which fails with
   * nothing: the present addresses are then as good as any. Shortly before the end it refreshes beside the request.
   */
  beforeRequest(): Promise<void> | undefined {
    const { lifetime } = this.#source;
    if (!this.canRefresh || !lifetime?.isEnding) return undefined;
    const refreshed = this.#now() < this.#notBefore ? this.#refreshing : this.#refreshEarly();
    return lifetime.hasEnded ? refreshed : undefined;
  }

  /** Replaces the refused source. False when there is no other one. */
  async replaceRefused(refused: PlaybackSource, status: number | undefined): Promise<boolean> {
    if (!isRefusal(status)) return false;
    // A request in flight may bring the other one.
    await this.#refreshing?.catch(() => {});
    if (this.#source !== refused) return true;
    // Private media answer 404 to visitors without access, like missing media.
    const isDoubtful = status === 404 || status === 410;
    if (!this.canRefresh || (isDoubtful && this.#isSame) || !this.#maySpend()) return false;
    await this.#refresh('refused').catch(() => {});
    return this.#source !== refused;
  }

  /** True while refusals are few, and for the next one after a pause: a server that is put in order is found again. */
  #maySpend(): boolean {
    const now = this.#now();
    if (!this.#refusals.spend() && now - this.#refusedAt < REFUSAL_PAUSE_MS) return false;
    this.#refusedAt = now;
    return true;
  }

  #refreshEarly(): Promise<void> {
    return this.#refresh('expiring').then(
      () => {
        this.#failures = 0;
      },
      () => {
        this.#notBefore = this.#now() + backoffDelay(this.#failures++, EARLY);
      },
    );
  }

  /** Requests another source; one request at a time. */
  #refresh(reason: PlaybackReason): Promise<void> {
    this.#refreshing ??= this.#request(reason).finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #request(reason: PlaybackReason): Promise<void> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
    const source = await abortable(Promise.resolve(this.#ask?.(reason, signal)), signal);
    if (source?.state !== 'playable' || source.media.length === 0) {
      throw new DOMException('The playback is no longer playable.', 'InvalidStateError');
    }
    const isSame = source.media.every(({ url }, index) => url === this.#source.media[index]?.url);
    // A server's cache may give the addresses that are about to end.
    if (isSame) this.#isSame = true;
    if (isSame && reason === 'refused') return;
    this.#source = source;
    this.#changed(source);
    for (const follow of this.#followers) follow();
  }
}

/** True for a status that means: not with this address. */
function isRefusal(status: number | undefined): boolean {
  return status === 401 || status === 403 || status === 404 || status === 410;
}

/** The address in a later source that is of the same kind as that one. */
export function currentAddress({ media }: PlaybackSource, address: MediaAddress): MediaAddress {
  if (media.includes(address)) return address;
  return media.find(({ hls, type }) => hls === address.hls && type === address.type) ?? address;
}

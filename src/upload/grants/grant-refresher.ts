import type { Grant, GrantReason } from '../../core/grant.ts';
import { VhError, isVhError } from '../../core/vh-error.ts';
import type { GrantSettings } from './grant-settings.ts';
import { requestGrant } from './request-grant.ts';
import type { RetryPolicy } from '../retry/retry-policy.ts';
import { makeRandomName } from '../../core/random-name.ts';
import type { UploadWorld } from '../upload-world.ts';

/** Refresh a grant this long before it expires, so that a request that starts with it can end with it. */
const REFRESH_MARGIN_MS = 60_000;

/** An upload that has begun in an earlier visit; nothing of a new one. */
export interface EarlierUpload {
  videoId?: string | undefined;
  claim?: string | undefined;
}

/** Holds the grant of one upload: requests it, refreshes it before it expires, and replaces it once when it is refused. */
export class GrantRefresher {
  readonly #file: File;
  readonly #settings: () => GrantSettings;
  readonly #world: UploadWorld;
  readonly #retries: RetryPolicy;
  /** One name for all that is asked for this upload, so that a lost answer costs no second video. */
  #idempotencyKey = makeRandomName();
  #grant: Grant | undefined;
  /** Where the upload goes and by which wire, as the page said when it gave the grant: what it says later is for others. */
  #target: Pick<GrantSettings, 'videoId' | 'protocol'> | undefined;
  /** What the grant of an earlier visit left. */
  #claim: string | undefined;
  /** True when the present grant came after a refusal and nothing was stored with it yet. */
  #isUnproven = false;
  /** Those whose end was looked at. */
  readonly #expiryChecked = new WeakSet<Grant>();
  /** The one question that is on its way, however many wait for its answer. */
  #refreshing: Promise<void> | undefined;
  /** The last refresh that was requested before the grant expired. */
  #earlyRefresh: Promise<void> | undefined;

  constructor(file: File, settings: () => GrantSettings, world: UploadWorld, retries: RetryPolicy) {
    this.#file = file;
    this.#settings = settings;
    this.#world = world;
    this.#retries = retries;
  }

  /** The present grant. */
  get grant(): Grant | undefined {
    return this.#grant;
  }

  /** The present grant, or one to ask about that video with; nothing where none is to be had at once. */
  async getForQuestions(videoId: string, signal: AbortSignal): Promise<Grant | undefined> {
    return this.#grant ?? (await this.#request('resume', videoId, signal).catch(() => undefined));
  }

  /** Asks for the first grant, where there is none yet: for a new upload, or to go on with one that has begun. */
  async getFirst({ videoId, claim }: EarlierUpload, signal: AbortSignal): Promise<Grant> {
    this.#claim = claim;
    return (this.#grant ??= await this.#requestWithRetries(
      videoId === undefined ? 'start' : 'resume',
      videoId,
      signal,
    ));
  }

  /**
   * The present grant; another one when it is about to end and another is to be had. One of an upload that `isNew` is
   * used to its end: by another one, the answer that names its video would name another.
   */
  async get(videoId: string | undefined, signal: AbortSignal, isNew = false): Promise<Grant> {
    const grant = await this.getFirst({ videoId, claim: this.#claim }, signal);
    const end = Date.parse(grant.expiresAt ?? '');
    // Read once: a grant that has ended by this clock as soon as it comes says that the clock is wrong.
    if (!(end < Date.now() + (isNew ? 0 : REFRESH_MARGIN_MS)) || this.#expiryChecked.has(grant))
      return this.#grant ?? grant;
    this.#expiryChecked.add(grant);
    this.#earlyRefresh = this.#refreshEarly(grant, videoId, signal);
    // What is still good is sent with meanwhile.
    if (end > Date.now()) this.#earlyRefresh.catch(() => {});
    else await this.#earlyRefresh;
    return this.#grant ?? grant;
  }

  /** The present grant did its work, or a new run begins: a refusal is worth a fresh one again. */
  markProven(): void {
    this.#isUnproven = false;
  }

  /** Forgets the grant: the upload begins anew. */
  discard(): void {
    this.#grant = this.#claim = this.#target = undefined;
    this.#isUnproven = false;
    // What was asked for under the old name is of no use any more.
    this.#idempotencyKey = makeRandomName();
  }

  /**
   * Puts one fresh grant for the same video in the place of the refused one, unless that has happened already.
   * `wasGood` says that the refused one had been taken before; throws `refusal` with the code that fits when there is no
   * other.
   */
  async replaceRefused(
    refused: Grant,
    refusal: VhError,
    { videoId, wasGood, signal }: { videoId: string | undefined; wasGood: boolean; signal: AbortSignal },
  ): Promise<void> {
    // What is asked for already may be the fresh one, or come to nothing.
    await this.#earlyRefresh?.catch(() => {});
    await this.#refreshOnce(async () => {
      if (this.#grant !== refused) return;
      const fresh = this.#isUnproven ? refused : await this.#requestAfterRefusal(refusal, videoId, signal);
      if (isSameCredential(fresh, refused)) {
        const hasEnded = wasGood || this.#isUnproven || Date.parse(refused.expiresAt ?? '') < Date.now();
        const { message, status, slug } = refusal;
        throw new VhError(hasEnded ? 'token-expired' : 'token-invalid', message, { status, slug });
      }
      this.#accept(fresh, videoId);
      this.#isUnproven = true;
    });
  }

  #refreshOnce(work: () => Promise<void>): Promise<void> {
    return (this.#refreshing ??= work().finally(() => (this.#refreshing = undefined)));
  }

  /** Without one, the present grant goes on until it is refused. */
  async #refreshEarly(grant: Grant, videoId: string | undefined, signal: AbortSignal): Promise<void> {
    try {
      const fresh = await this.#request('expiring', videoId, signal);
      if (this.#grant !== grant || isSameCredential(fresh, grant)) return;
      const taken = this.#accept(fresh, videoId);
      if (Date.parse(fresh.expiresAt ?? '') < Date.now() + REFRESH_MARGIN_MS) this.#expiryChecked.add(taken);
    } catch {
      signal.throwIfAborted();
    }
  }

  #accept(fresh: Grant, videoId: string | undefined): Grant {
    if (videoId !== undefined && fresh.videoId !== undefined && fresh.videoId !== videoId) {
      throw new VhError('unexpected-answer', 'The fresh grant is for another video.');
    }
    if (fresh.protocol !== this.#grant?.protocol) {
      throw new VhError('unexpected-answer', 'The fresh grant is for another wire.');
    }
    return (this.#grant = { ...fresh, videoId: videoId ?? fresh.videoId });
  }

  async #requestAfterRefusal(
    refusal: VhError,
    videoId: string | undefined,
    signal: AbortSignal,
  ): Promise<Grant> {
    try {
      return await this.#requestWithRetries('refused', videoId, signal);
    } catch (error) {
      if (!isVhError(error, 'grant-refused')) throw error;
      throw new VhError('token-expired', refusal.message, { cause: error });
    }
  }

  async #requestWithRetries(
    reason: GrantReason,
    videoId: string | undefined,
    signal: AbortSignal,
  ): Promise<Grant> {
    for (;;) {
      try {
        return await this.#request(reason, videoId, signal);
      } catch (error) {
        // A page's own function has had its time, may still be asking somebody to sign in, and retries for itself.
        const isOwn = typeof this.#settings().grant === 'function';
        if (isOwn && !isVhError(error, 'network')) throw error;
        await this.#retries.retryOrThrow(error, this.#grant?.url, signal);
      }
    }
  }

  #request(reason: GrantReason, videoId: string | undefined, signal: AbortSignal): Promise<Grant> {
    const { name, size, type } = this.#file;
    const request = {
      file: { name, size, type },
      videoId,
      claim: this.#grant?.claim ?? this.#claim,
      idempotencyKey: this.#idempotencyKey,
      signal,
    };
    const settings = this.#settings();
    const { videoId: into, protocol } = settings;
    this.#target = (this.#grant && this.#target) ?? { videoId: into, protocol };
    return requestGrant({ ...settings, ...this.#target }, reason, request, this.#world);
  }
}

function isSameCredential(one: Grant, other: Grant): boolean {
  const rightOf = ({ url, token, headers }: Grant) => JSON.stringify([url, token, headers]);
  return rightOf(one) === rightOf(other);
}

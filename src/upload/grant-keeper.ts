import type { Grant, GrantReason } from '../core/grant.ts';
import { VhError, isVhError } from '../core/vh-error.ts';
import { getGrant, type GrantSettings } from './grant-source.ts';
import type { Patience } from './patience.ts';
import { makeRandomName } from './random-name.ts';
import type { UploadWorld } from './upload-world.ts';

/** Milliseconds before its end at which a right is renewed: what begins with it should end with it. */
const MARGIN = 60_000;

/** An upload that has begun in an earlier visit; nothing of a new one. */
export interface Begun {
  videoId?: string | undefined;
  claim?: string | undefined;
}

/** Keeps the right of one upload: asks for it, anew before it ends, and once more when it is refused. */
export class GrantKeeper {
  readonly #file: File;
  readonly #settings: () => GrantSettings;
  readonly #world: UploadWorld;
  readonly #patience: Patience;
  /** One name for all that is asked for this upload, so that a lost answer costs no second video. */
  #idempotencyKey = makeRandomName();
  #grant: Grant | undefined;
  /** Where the upload goes and by which wire, as the page said when it gave the grant: what it says later is for others. */
  #aim: Pick<GrantSettings, 'videoId' | 'protocol'> | undefined;
  /** What the grant of an earlier visit left. */
  #claim: string | undefined;
  /** True when the present grant came after a refusal and nothing was stored with it yet. */
  #isFresh = false;
  /** Those whose end was looked at. */
  readonly #judged = new WeakSet<Grant>();
  /** The one question that is on its way, however many wait for its answer. */
  #renewing: Promise<void> | undefined;
  /** The last question that was asked before the right's end. */
  #early: Promise<void> | undefined;

  constructor(file: File, settings: () => GrantSettings, world: UploadWorld, patience: Patience) {
    this.#file = file;
    this.#settings = settings;
    this.#world = world;
    this.#patience = patience;
  }

  /** The present grant. */
  get grant(): Grant | undefined {
    return this.#grant;
  }

  /** The present grant, or one to ask about that video with; nothing where none is to be had at once. */
  async look(videoId: string, signal: AbortSignal): Promise<Grant | undefined> {
    return this.#grant ?? (await this.#request('resume', videoId, signal).catch(() => undefined));
  }

  /** Asks for the first grant, where there is none yet: for a new upload, or to go on with one that has begun. */
  async begin({ videoId, claim }: Begun, signal: AbortSignal): Promise<Grant> {
    this.#claim = claim;
    return (this.#grant ??= await this.#ask(videoId === undefined ? 'start' : 'resume', videoId, signal));
  }

  /**
   * The present grant; another one when it is about to end and another is to be had. One of an upload that `isNew` is
   * used to its end: by another one, the answer that names its video would name another.
   */
  async get(videoId: string | undefined, signal: AbortSignal, isNew = false): Promise<Grant> {
    const grant = await this.begin({ videoId, claim: this.#claim }, signal);
    const end = Date.parse(grant.expiresAt ?? '');
    // Read once: a grant that has ended by this clock as soon as it comes says that the clock is wrong.
    if (!(end < Date.now() + (isNew ? 0 : MARGIN)) || this.#judged.has(grant)) return this.#grant ?? grant;
    this.#judged.add(grant);
    this.#early = this.#renewEarly(grant, videoId, signal);
    // What is still good is sent with meanwhile.
    if (end > Date.now()) this.#early.catch(() => {});
    else await this.#early;
    return this.#grant ?? grant;
  }

  /** The present grant did its work, or a new run begins: a refusal is worth a fresh one again. */
  trust(): void {
    this.#isFresh = false;
  }

  /** Forgets the grant: the upload begins anew. */
  drop(): void {
    this.#grant = this.#claim = this.#aim = undefined;
    this.#isFresh = false;
    // What was asked for under the old name is of no use any more.
    this.#idempotencyKey = makeRandomName();
  }

  /**
   * Puts one fresh grant for the same video in the place of the refused one, unless that has happened already.
   * `wasGood` says that the refused one had been taken before; throws `refusal` by its right name when there is no
   * other.
   */
  async renew(
    refused: Grant,
    refusal: VhError,
    { videoId, wasGood, signal }: { videoId: string | undefined; wasGood: boolean; signal: AbortSignal },
  ): Promise<void> {
    // What is asked for already may be the fresh one, or come to nothing.
    await this.#early?.catch(() => {});
    await this.#once(async () => {
      if (this.#grant !== refused) return;
      const fresh = this.#isFresh ? refused : await this.#askAgain(refusal, videoId, signal);
      if (isSameRight(fresh, refused)) {
        const hasEnded = wasGood || this.#isFresh || Date.parse(refused.expiresAt ?? '') < Date.now();
        const { message, status, slug } = refusal;
        throw new VhError(hasEnded ? 'token-expired' : 'token-invalid', message, { status, slug });
      }
      this.#take(fresh, videoId);
      this.#isFresh = true;
    });
  }

  #once(work: () => Promise<void>): Promise<void> {
    return (this.#renewing ??= work().finally(() => (this.#renewing = undefined)));
  }

  /** Without one, the present grant goes on until it is refused. */
  async #renewEarly(grant: Grant, videoId: string | undefined, signal: AbortSignal): Promise<void> {
    try {
      const fresh = await this.#request('expiring', videoId, signal);
      if (this.#grant !== grant || isSameRight(fresh, grant)) return;
      const taken = this.#take(fresh, videoId);
      if (Date.parse(fresh.expiresAt ?? '') < Date.now() + MARGIN) this.#judged.add(taken);
    } catch {
      signal.throwIfAborted();
    }
  }

  #take(fresh: Grant, videoId: string | undefined): Grant {
    if (videoId !== undefined && fresh.videoId !== undefined && fresh.videoId !== videoId) {
      throw new VhError('unexpected-answer', 'The fresh grant is for another video.');
    }
    if (fresh.protocol !== this.#grant?.protocol) {
      throw new VhError('unexpected-answer', 'The fresh grant is for another wire.');
    }
    return (this.#grant = { ...fresh, videoId: videoId ?? fresh.videoId });
  }

  async #askAgain(refusal: VhError, videoId: string | undefined, signal: AbortSignal): Promise<Grant> {
    try {
      return await this.#ask('refused', videoId, signal);
    } catch (error) {
      if (!isVhError(error, 'grant-refused')) throw error;
      throw new VhError('token-expired', refusal.message, { cause: error });
    }
  }

  async #ask(reason: GrantReason, videoId: string | undefined, signal: AbortSignal): Promise<Grant> {
    for (;;) {
      try {
        return await this.#request(reason, videoId, signal);
      } catch (error) {
        // A page's own function has had its time, and may still be asking somebody to sign in.
        if (isVhError(error, 'timeout') && typeof this.#settings().grant === 'function') throw error;
        await this.#patience.mend(error, this.#grant?.url, signal);
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
    this.#aim = (this.#grant && this.#aim) ?? { videoId: into, protocol };
    return getGrant({ ...settings, ...this.#aim }, reason, request, this.#world);
  }
}

function isSameRight(one: Grant, other: Grant): boolean {
  const rightOf = ({ url, token, headers }: Grant) => JSON.stringify([url, token, headers]);
  return rightOf(one) === rightOf(other);
}

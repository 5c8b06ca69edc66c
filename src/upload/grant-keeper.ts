import type { Grant, GrantReason } from '../core/grant.ts';
import { VhError, isVhError } from '../core/vh-error.ts';
import { getGrant, type GrantSettings } from './grant-source.ts';
import { orAbort } from './or-abort.ts';
import type { Patience } from './patience.ts';
import { makeRandomName } from './random-name.ts';
import type { UploadWorld } from './upload-world.ts';

/** Keeps the right of one upload: asks for it, and once more when it is refused. */
export class GrantKeeper {
  readonly #file: File;
  readonly #settings: () => GrantSettings;
  readonly #world: UploadWorld;
  readonly #patience: Patience;
  /** One name for all that is asked for this upload, so that a lost answer costs no second video. */
  readonly #idempotencyKey = makeRandomName();
  #grant: Grant | undefined;
  /** True when the present grant came after a refusal and nothing was stored with it yet. */
  #isFresh = false;

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

  /** The present grant, asked for where there is none yet. */
  async get(signal: AbortSignal): Promise<Grant> {
    return (this.#grant ??= await this.#ask('start', undefined, signal));
  }

  /** The present grant did its work, or a new run begins: a refusal is worth a fresh one again. */
  trust(): void {
    this.#isFresh = false;
  }

  /**
   * Puts one fresh grant for the same video in the place of a refused one. `wasGood` says that the refused one had
   * been taken before; throws `refusal` by its right name when there is no other.
   */
  async renew(
    refusal: VhError,
    videoId: string | undefined,
    wasGood: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const refused = await this.get(signal);
    const fresh = this.#isFresh ? refused : await this.#askAgain(refusal, videoId, signal);
    if (isSameRight(fresh, refused)) {
      const hasEnded = wasGood || this.#isFresh || Date.parse(refused.expiresAt ?? '') < Date.now();
      const { message, status, slug } = refusal;
      throw new VhError(hasEnded ? 'token-expired' : 'token-invalid', message, { status, slug });
    }
    if (videoId !== undefined && fresh.videoId !== undefined && fresh.videoId !== videoId) {
      throw new VhError('unexpected-answer', 'The fresh grant is for another video.');
    }
    this.#grant = { ...fresh, videoId };
    this.#isFresh = true;
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
    const { name, size, type } = this.#file;
    const request = {
      file: { name, size, type },
      videoId,
      claim: this.#grant?.claim,
      idempotencyKey: this.#idempotencyKey,
      signal,
    };
    for (;;) {
      try {
        // A page's own function may never answer, and may not know what a signal is.
        return await orAbort(getGrant(this.#settings(), reason, request, this.#world), signal);
      } catch (error) {
        await this.#patience.mend(error, this.#grant?.url, signal);
      }
    }
  }
}

function isSameRight(one: Grant, other: Grant): boolean {
  return one.token === other.token && JSON.stringify(one.headers) === JSON.stringify(other.headers);
}

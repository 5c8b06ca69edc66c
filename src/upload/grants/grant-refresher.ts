import { abortable } from '../../core/async/abortable.ts';
import { pageConfig } from '../../core/config.ts';
import { webAddress } from '../../core/wire/web-address.ts';
import type { Grant, GrantReason } from '../../core/wire/grant.ts';
import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import type { GrantRequest, GrantSettings } from '../ports/grant-settings.ts';
import { requestGrant } from './request-grant.ts';
import type { RetryPolicy } from '../retry/retry-policy.ts';
import { makeRandomName } from '../../core/random-name.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';

/** Refresh a grant this long before it expires, so that a request that starts with it can end with it. */
const REFRESH_MARGIN_MS = 60_000;

/** An upload that began in an earlier visit; empty for a new one. */
interface EarlierUpload {
  readonly videoId?: string | undefined;
  readonly claim?: string | undefined;
}

/** How careful the next attempt has to be with its grant. */
export interface GrantNeeds {
  /** The present grant is kept until it expires, since another one could create a second video: see `mustKeep`. */
  readonly mustKeep: boolean;
  /** An earlier answer that named the video may be lost: only the present grant finds it again. */
  readonly isNameless: boolean;
}

/**
 * The grant of one upload, and the video that it is for. Requests the grant, refreshes it before it expires, and replaces it
 * once when it is refused. All requests of the upload share it.
 */
export class GrantRefresher {
  readonly #file: File;
  readonly #settings: () => GrantSettings;
  readonly #environment: UploadEnvironment;
  readonly #retries: RetryPolicy;
  /** The name of this upload in every request, so that a lost answer creates no second video. */
  #idempotencyKey = makeRandomName();
  #grant: Grant | undefined;
  /** The page's target and protocol at the time of the first grant: later values are for other uploads. */
  #target: Pick<GrantSettings, 'videoId' | 'protocol'> | undefined;
  /** What an earlier visit has left. */
  #earlier: EarlierUpload = {};
  /** The video, by the answers to its parts. */
  #video: UploadedVideo | undefined;
  /** True once the service has taken something. */
  #hasSucceeded = false;
  /** Grants that were refused while another one might have begun another video. */
  readonly #refusedOnce = new WeakSet<Grant>();
  /** True when the present grant replaced a refused one and has stored nothing yet. */
  #isUnproven = false;
  /** Grants whose expiry was checked. */
  readonly #expiryChecked = new WeakSet<Grant>();
  /** The request in flight, shared by all parts that wait for it. */
  #refreshing: Promise<void> | undefined;
  /** The first request, until it is answered: also after its caller has been aborted. */
  #beginning: Promise<Grant> | undefined;
  /** The last refresh that was requested before the grant expired. */
  #earlyRefresh: Promise<void> | undefined;

  constructor(
    file: File,
    settings: () => GrantSettings,
    environment: UploadEnvironment,
    retries: RetryPolicy,
  ) {
    this.#file = file;
    this.#settings = settings;
    this.#environment = environment;
    this.#retries = retries;
  }

  /** The present grant. */
  get grant(): Grant | undefined {
    return this.#grant;
  }

  /** The id of the video, as soon as an answer, the grant or the earlier visit has named it. */
  get videoId(): string | undefined {
    return this.#video?.videoId ?? this.#grant?.videoId ?? this.#earlier.videoId;
  }

  /** All that is known of the video. */
  get video(): UploadedVideo {
    return this.#video ?? { videoId: this.videoId ?? '' };
  }

  /** The last part's answer holds the most fields, and may arrive before answers with only the id. */
  takeVideo(video: UploadedVideo | undefined): void {
    if (!video) return;
    const { title, assets } = this.#video ?? {};
    this.#video = { ...video, title: video.title ?? title, assets: video.assets ?? assets };
  }

  /** The present grant, or a new one for questions about that video; undefined when there is none at once. */
  async getForQuestions(videoId: string, signal: AbortSignal): Promise<Grant | undefined> {
    return this.#grant ?? (await this.#request('resume', videoId, signal).catch(() => undefined));
  }

  /** Requests the first grant if there is none: for a new upload, or to resume an earlier one. */
  async getFirst(earlier: EarlierUpload, signal: AbortSignal): Promise<Grant> {
    this.#earlier = earlier;
    const { videoId } = this;
    return (this.#grant ??= await this.#requestWithRetries(
      videoId === undefined ? 'start' : 'resume',
      videoId,
      signal,
    ));
  }

  /** The grant for the next attempt, refreshed when it is about to expire. */
  get({ mustKeep, isNameless }: GrantNeeds, signal: AbortSignal): Grant | Promise<Grant> {
    return this.#grant && isNameless ? this.#grant : this.#getFresh(mustKeep, signal);
  }

  async #getFresh(mustKeep: boolean, signal: AbortSignal): Promise<Grant> {
    const { videoId } = this;
    const grant = await this.getFirst(this.#earlier, signal);
    const end = Date.parse(grant.expiresAt ?? '');
    const now = Date.now();
    // Checked once: a new grant that has already expired by this clock says that the clock is wrong.
    if (!(end < now + (mustKeep ? 0 : REFRESH_MARGIN_MS)) || this.#expiryChecked.has(grant))
      return this.#grant ?? grant;
    this.#expiryChecked.add(grant);
    this.#earlyRefresh = this.#refreshEarly(grant, videoId, signal);
    // A grant that has not expired yet is used meanwhile.
    if (end > now) this.#earlyRefresh.catch(() => {});
    else await this.#earlyRefresh;
    return this.#grant ?? grant;
  }

  /**
   * True while no answer has named the video and nothing is stored. A service knows an upload by its credential: with another
   * one it would create a second video, unless the wire has a fixed target.
   */
  mustKeep(hasFixedTarget = false): boolean {
    return this.videoId === undefined && !this.#hasSucceeded && !hasFixedTarget;
  }

  /** A new run begins: a refusal may be answered with a fresh grant again. */
  beginRun(): void {
    this.#isUnproven = false;
  }

  /** The service has taken something with the present grant. */
  onSuccess(): void {
    this.#hasSucceeded = true;
    this.#isUnproven = false;
  }

  /** Resolves when no answer is on its way that would name a video. */
  async settle(): Promise<void> {
    await this.#beginning?.catch(() => {});
  }

  /** The settings of the present grant. */
  get settings(): GrantSettings {
    return { ...this.#settings(), ...this.#target };
  }

  /** Forgets the video, but for what the grant says: what was sent to it is lost, or is sent in another way. */
  forgetVideo(): void {
    this.#video = undefined;
    this.#earlier = {};
  }

  /** Forgets the grant, and its video: the upload restarts. */
  discard(): void {
    this.#grant = this.#video = this.#target = this.#beginning = undefined;
    this.#earlier = {};
    // As careful as at the beginning: the next first part may make another video.
    this.#isUnproven = this.#hasSucceeded = false;
    // The former name belongs to the former video.
    this.#idempotencyKey = makeRandomName();
  }

  /**
   * Resolves when there is another grant to try with for the same video, or the refused one is worth a second attempt.
   * Throws `token-expired` or `token-invalid` when there is no other grant.
   */
  async replaceRefused(
    refused: Grant,
    refusal: VhError,
    isNameless: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    // Refused twice in a row, it has really expired.
    if (isNameless && !this.#refusedOnce.has(refused)) {
      this.#refusedOnce.add(refused);
      return;
    }
    const { videoId } = this;
    const wasGood = this.#hasSucceeded;
    // A refresh in flight may bring the fresh grant.
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

  /** Without a fresh grant, the present one is used until it is refused. */
  async #refreshEarly(grant: Grant, videoId: string | undefined, signal: AbortSignal): Promise<void> {
    try {
      const fresh = await this.#request('expiring', videoId, signal);
      if (this.#grant !== grant || isSameCredential(fresh, grant)) return;
      this.#accept(fresh, videoId);
    } catch {
      signal.throwIfAborted();
    }
  }

  #accept(fresh: Grant, videoId: string | undefined): void {
    if (videoId !== undefined && fresh.videoId !== undefined && fresh.videoId !== videoId) {
      throw new VhError('unexpected-answer', 'The fresh grant is for another video.');
    }
    if (fresh.protocol !== this.#grant?.protocol) {
      throw new VhError('unexpected-answer', 'The fresh grant is for another protocol.');
    }
    const taken = (this.#grant = { ...fresh, videoId: videoId ?? fresh.videoId });
    // By a clock that is wrong, it would be refreshed at once, or with every part.
    const left = Date.parse(fresh.expiresAt ?? '') - Date.now();
    if (left < 2 * REFRESH_MARGIN_MS) this.#expiryChecked.add(taken);
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
        // A page's own function may still be asking the visitor to sign in, and does its own retries.
        const isOwn = typeof this.#settings().grant === 'function';
        if (isOwn && !isVhError(error, 'network')) throw error;
        await this.#retries.retryOrThrow(error, this.#grant?.url ?? grantSource(this.#settings()), signal);
      }
    }
  }

  #request(reason: GrantReason, videoId: string | undefined, signal: AbortSignal): Promise<Grant> {
    const { name, size, type } = this.#file;
    const request = {
      file: { name, size, type },
      videoId,
      claim: this.#grant?.claim ?? this.#earlier.claim,
      idempotencyKey: this.#idempotencyKey,
      signal,
    };
    const settings = this.#settings();
    const { videoId: into, protocol } = settings;
    this.#target = (this.#grant && this.#target) ?? { videoId: into, protocol };
    if (reason !== 'start' || typeof settings.grant === 'function')
      return requestGrant(this.settings, reason, request, this.#environment);
    return abortable(this.#beginning ?? this.#begin(request), signal);
  }

  /** Continues without its caller: a backend may make a video by it, and only the answer names that. */
  #begin(request: GrantRequest): Promise<Grant> {
    const { signal } = new AbortController();
    const beginning = requestGrant(this.settings, 'start', { ...request, signal }, this.#environment);
    this.#beginning = beginning;
    const isMeant = () => this.#beginning === beginning;
    beginning
      .then((grant) => isMeant() && (this.#grant ??= grant))
      .catch(() => {})
      .finally(() => isMeant() && (this.#beginning = undefined));
    return beginning;
  }
}

/** The address whose answer shows that a grant can be asked for again. */
function grantSource({ grant, backend = pageConfig().backend }: GrantSettings): string | undefined {
  const base = typeof document === 'undefined' ? undefined : document.baseURI;
  return webAddress((grant ? base : backend) ?? base ?? '', base)?.href;
}

function isSameCredential(one: Grant, other: Grant): boolean {
  const rightOf = ({ url, token, headers, multipart }: Grant) =>
    JSON.stringify([url, token, headers, multipart]);
  return rightOf(one) === rightOf(other);
}

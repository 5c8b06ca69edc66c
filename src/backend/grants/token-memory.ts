import { parseJson, readList, readNumber, readText } from '../../core/wire/read-json.ts';
import { hashOf } from '../crypto/claim-signer.ts';
import type { SiteSecret } from '../crypto/site-secret.ts';
import { DueDeletions } from './due-deletions.ts';
import type { TokenIssuer } from './token-issuer.ts';
import type { BackendState } from '../state/backend-state.ts';
import { change } from '../state/change.ts';
import { createMemoryState } from '../state/memory-state.ts';

/** A token that was handed out. */
export interface HandedOut {
  token: string;
  videoId: string;
  /** The claim that renews the grant. */
  claim: string;
}

/** Milliseconds before its end at which an uploader renews its grant while parts are still on their way with the old one. */
const EARLY_RENEWAL_MS = 90_000;
/** Tokens that are remembered for one video. */
const MAX_TOKENS = 8;

/**
 * Deletes the tokens of grants at the service once nothing is sent with them: the service takes a token for any video of
 * the account, so a forgotten one is a credential for all of them. Stored tokens are encrypted.
 */
export class TokenMemory {
  readonly #issuer: TokenIssuer;
  readonly #state: BackendState;
  readonly #secret: SiteSecret;
  /** Where only this process remembers, a video without a grant of its own needs no look. */
  readonly #isShared: boolean;
  readonly #granted = createMemoryState();
  readonly #due: DueDeletions;

  /** Without `state` the tokens are remembered in this process. */
  constructor(issuer: TokenIssuer, state: BackendState | undefined, secret: SiteSecret) {
    this.#issuer = issuer;
    this.#isShared = state !== undefined;
    this.#state = state ?? createMemoryState();
    this.#secret = secret;
    this.#due = new DueDeletions(this.#state, issuer.ttl);
  }

  /** Remembers a token, and deletes the one of the grant that it renews, which `renewed` is the claim of. */
  async handOut(grant: HandedOut, renewed: string | undefined): Promise<void> {
    const { token, videoId, claim } = grant;
    // By this server's clock, whatever the service's says.
    const seconds = this.#issuer.ttl;
    const endsAt = Date.now() + seconds * 1000;
    const sealed = await this.#secret.encrypt(JSON.stringify([token, endsAt]));
    await change(this.#granted, videoId, () => '', seconds);
    const add = (others: string | undefined) => [...split(others), sealed].slice(-MAX_TOKENS).join(',');
    await change(this.#state, await videoKey(videoId), add, seconds);
    const old = renewed === undefined ? undefined : await this.#state.get(await claimKey(renewed, videoId));
    // A claim counts whole seconds: one that is renewed at once is the same claim. A repeat of that renewal deletes the
    // token before it again, and not the one that it made; that one goes with the end of the upload.
    if (claim !== renewed) await change(this.#state, await claimKey(claim, videoId), () => sealed, seconds);
    if (old !== undefined) await this.#deleteRenewed(old);
    await this.#due.tryAgain((one) => this.#deleteOld(one, Date.now()));
  }

  /** Deletes all tokens that were handed out for a video: its upload is stored, or will never be. */
  async endUpload(videoId: string): Promise<void> {
    if (!this.#isShared && (await this.#granted.get(videoId)) === undefined) return;
    const key = await videoKey(videoId);
    const list = await this.#state.get(key);
    const sealed = split(list);
    if (sealed.length === 0) return;
    await Promise.all(sealed.map((one) => this.#deleteOld(one, Date.now())));
    // A token that another server has added since stays in the list.
    await this.#state.swap(key, list, undefined, 0);
    await this.#due.tryAgain((one) => this.#deleteOld(one, Date.now()));
  }

  /** A renewed token that the service does not delete now is deleted by the server that comes by next. */
  async #deleteRenewed(sealed: string): Promise<void> {
    try {
      await this.#deleteOld(sealed, Date.now() + EARLY_RENEWAL_MS);
    } catch (error) {
      await this.#due.add(sealed).catch(() => undefined);
      throw error;
    }
  }

  /** Leaves a token that ends before `soon`: parts that are on their way with it may arrive. */
  async #deleteOld(sealed: string, soon: number): Promise<void> {
    // Another server of the site may have sealed it before this one has met its secret.
    await this.#secret.present();
    const [token, endsAt] = parse(await this.#secret.decrypt(sealed));
    if (token !== undefined && endsAt > soon) await this.#issuer.delete(token);
  }
}

function claimKey(claim: string, videoId: string): Promise<string> {
  return hashOf('token of a claim', claim, videoId);
}

function videoKey(videoId: string): Promise<string> {
  return hashOf('tokens of a video', videoId);
}

function split(list: string | undefined): string[] {
  return list === undefined || list === '' ? [] : list.split(',');
}

function parse(text: string | undefined): [string | undefined, number] {
  const [token, endsAt] = readList(parseJson(text));
  return [readText(token), readNumber(endsAt) ?? 0];
}

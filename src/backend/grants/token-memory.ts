import { parseJson, readList, readNumber, readText } from '../../core/wire/read-json.ts';
import { hashOf } from '../crypto/claim-signer.ts';
import { createGrantMemory, type GrantMemory } from '../cache/grant-memory.ts';
import type { SiteSecret } from '../crypto/site-secret.ts';
import type { TokenIssuer } from './token-issuer.ts';

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
  readonly #memory: GrantMemory;
  readonly #secret: SiteSecret;
  /** Where only this process remembers, a video without a grant of its own needs no look. */
  readonly #isShared: boolean;
  readonly #granted = createGrantMemory();

  /** Without `memory` the tokens are remembered in this process. */
  constructor(issuer: TokenIssuer, memory: GrantMemory | undefined, secret: SiteSecret) {
    this.#issuer = issuer;
    this.#isShared = memory !== undefined;
    this.#memory = memory ?? createGrantMemory();
    this.#secret = secret;
  }

  /** Remembers a token, and deletes the one of the grant that it renews, which `renewed` is the claim of. */
  async handOut(grant: HandedOut, renewed: string | undefined): Promise<void> {
    const { token, videoId, claim } = grant;
    // By this server's clock, whatever the service's says.
    const seconds = this.#issuer.ttl;
    const endsAt = Date.now() + seconds * 1000;
    const sealed = await this.#secret.encrypt(JSON.stringify([token, endsAt]));
    await this.#granted.set(videoId, '', seconds);
    const ofVideo = await videoKey(videoId);
    const others = split(await this.#memory.get(ofVideo));
    await this.#memory.set(ofVideo, [...others, sealed].slice(-MAX_TOKENS).join(','), seconds);
    const old = renewed === undefined ? undefined : await this.#memory.get(await claimKey(renewed, videoId));
    await this.#memory.set(await claimKey(claim, videoId), sealed, seconds);
    if (typeof old === 'string') await this.#deleteOld(old, Date.now() + EARLY_RENEWAL_MS);
  }

  /** Deletes all tokens that were handed out for a video: its upload is stored, or will never be. */
  async endUpload(videoId: string): Promise<void> {
    if (!this.#isShared && this.#granted.get(videoId) === undefined) return;
    const key = await videoKey(videoId);
    const sealed = split(await this.#memory.get(key));
    if (sealed.length === 0) return;
    await Promise.all(sealed.map((one) => this.#deleteOld(one, Date.now())));
    await this.#memory.delete(key);
  }

  /** Leaves a token that ends before `soon`: parts that are on their way with it may arrive. */
  async #deleteOld(sealed: string, soon: number): Promise<void> {
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

function split(list: string | undefined | null): string[] {
  return typeof list === 'string' && list !== '' ? list.split(',') : [];
}

function parse(text: string | undefined): [string | undefined, number] {
  const [token, endsAt] = readList(parseJson(text));
  return [readText(token), readNumber(endsAt) ?? 0];
}

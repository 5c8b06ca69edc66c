import { fromBase64Url, toBase64Url } from './base64-url.ts';
import { SiteSecret, type Secrets } from './site-secret.ts';

const encoder = new TextEncoder();

/** Seconds: the service takes an upload for a week. */
const LIFE_SECONDS = 7 * 24 * 60 * 60;
/**
 * Seals a grant's statement about its video, so that the browser can prove later that this backend granted that video
 * to that subject. The claim holds a date and a seal, no name; alone it allows nothing.
 */
export class ClaimSigner {
  readonly #secret: SiteSecret;
  readonly #now: () => number;

  /** `secret` may change between calls; `now` is the wall clock, in milliseconds. */
  constructor(secret: SiteSecret | (() => Promise<Secrets>), now: () => number = () => Date.now()) {
    this.#secret = secret instanceof SiteSecret ? secret : new SiteSecret(secret, now);
    this.#now = now;
  }

  /** A claim to `videoId` for `subject`. */
  async seal(videoId: string, subject: string): Promise<string> {
    const ends = Math.floor(this.#now() / 1000) + LIFE_SECONDS;
    const { sealing } = await this.#secret.present();
    const seal = await crypto.subtle.sign('HMAC', sealing, sealedData(ends, videoId, subject));
    return `${String(ends)}.${toBase64Url(new Uint8Array(seal))}`;
  }

  /** True for a claim that was sealed here, or by a server with the same secret, for this video and subject. */
  async proves(claim: string, videoId: string, subject: string): Promise<boolean> {
    const [, digits, text] = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(claim) ?? [];
    if (digits === undefined || text === undefined) return false;
    const ends = Number(digits);
    if (ends * 1000 < this.#now()) return false;
    const seal = fromBase64Url(text);
    const data = sealedData(ends, videoId, subject);
    if (await this.#isSealed(seal, data)) return true;
    // Another server may know a newer secret already.
    await this.#secret.lookForNewer();
    return this.#isSealed(seal, data);
  }

  async #isSealed(seal: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<boolean> {
    for (const { sealing } of this.#secret.known) {
      if (await crypto.subtle.verify('HMAC', sealing, seal, data)) return true;
    }
    return false;
  }
}

/** The hash of some words, as a key of a memory: of one length, and revealing nothing. */
export async function hashOf(...words: string[]): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', encoder.encode(JSON.stringify(words)));
  return toBase64Url(new Uint8Array(bytes));
}

function sealedData(ends: number, videoId: string, subject: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify([ends, videoId, subject]));
}

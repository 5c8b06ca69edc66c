import type { PlaybackSubject } from '../access/playback-subject.ts';
import { fromBase64Url, toBase64Url } from '../crypto/base64-url.ts';
import type { SiteSecret } from '../crypto/site-secret.ts';

const encoder = new TextEncoder();

/** The validity of an embed address. */
export type SealVerdict = 'valid' | 'expired' | 'invalid';

/** The members of an address that open one private video or stream until a time. */
export interface EmbedSignature {
  /** Seconds since 1970. */
  expires: number;
  signature: string;
}

/** Signs the addresses of private embeds. A signature opens one video or stream, and expires. */
export class EmbedSigner {
  readonly #secret: SiteSecret;
  readonly #now: () => number;

  /** `now` is the wall clock, in milliseconds. */
  constructor(secret: SiteSecret, now: () => number = () => Date.now()) {
    this.#secret = secret;
    this.#now = now;
  }

  async sign(subject: PlaybackSubject, seconds: number): Promise<EmbedSignature> {
    const expires = Math.ceil(this.#now() / 1000) + seconds;
    const { sealing } = await this.#secret.present();
    const seal = await crypto.subtle.sign('HMAC', sealing, sealedData(subject, expires));
    return { expires, signature: toBase64Url(new Uint8Array(seal)) };
  }

  /** Judges what an address says. Only a true signature learns that it has ended. */
  async verify(subject: PlaybackSubject, query: URLSearchParams): Promise<SealVerdict> {
    const [digits, text] = [query.get('expires') ?? '', query.get('signature') ?? ''];
    if (!/^\d{1,12}$/.test(digits) || !/^[\w-]{43}$/.test(text)) return 'invalid';
    const seal = fromBase64Url(text);
    const data = sealedData(subject, Number(digits));
    if (!(await this.#isSealed(seal, data))) return 'invalid';
    return Number(digits) * 1000 <= this.#now() ? 'expired' : 'valid';
  }

  async #isSealed(seal: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<boolean> {
    // A server that has sealed nothing yet has not read its secret.
    await this.#secret.present();
    if (await this.#isSealedByKnown(seal, data)) return true;
    await this.#secret.lookForNewer();
    return this.#isSealedByKnown(seal, data);
  }

  async #isSealedByKnown(seal: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<boolean> {
    for (const { sealing } of this.#secret.known) {
      if (await crypto.subtle.verify('HMAC', sealing, seal, data)) return true;
    }
    return false;
  }
}

/** The first word keeps these apart from grant claims, which begin with a number. */
function sealedData({ kind, id }: PlaybackSubject, expires: number): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(['embed', kind, id, expires]));
}

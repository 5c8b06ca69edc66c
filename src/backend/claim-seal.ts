const encoder = new TextEncoder();

/** Seconds: the service takes an upload for a week. */
const GOOD_FOR = 7 * 24 * 60 * 60;
/** Milliseconds between two askings for a changed secret, so that forged claims do not become so many of them. */
const ASK_AGAIN = 60_000;

/**
 * Seals what a grant says about its video, so that the browser can prove later that this backend granted that video
 * to that subject. The claim holds a date and a seal, no name; alone it allows nothing.
 */
export class ClaimSeal {
  readonly #secret: () => Promise<string>;
  readonly #now: () => number;
  /** The present key first, then the one before it. */
  #keys: { secret: string; key: CryptoKey }[] = [];
  #askedAt = -Infinity;

  /** `secret` may change between calls; `now` is the wall clock, in milliseconds. */
  constructor(secret: () => Promise<string>, now: () => number = () => Date.now()) {
    this.#secret = secret;
    this.#now = now;
  }

  /** A claim to `videoId` for `subject`. */
  async seal(videoId: string, subject: string): Promise<string> {
    const ends = Math.floor(this.#now() / 1000) + GOOD_FOR;
    const key = this.#keys[0]?.key ?? (await this.#askSecret());
    const seal = await crypto.subtle.sign('HMAC', key, told(ends, videoId, subject));
    return `${String(ends)}.${toBase64Url(new Uint8Array(seal))}`;
  }

  /** True for a claim that was sealed here, or by a server with the same secret, for this video and subject. */
  async proves(claim: string, videoId: string, subject: string): Promise<boolean> {
    const [, digits, text] = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(claim) ?? [];
    if (digits === undefined || text === undefined) return false;
    const ends = Number(digits);
    if (ends * 1000 < this.#now()) return false;
    const seal = fromBase64Url(text);
    const data = told(ends, videoId, subject);
    if (await this.#isSealed(seal, data)) return true;
    if (this.#keys.length > 0 && this.#now() - this.#askedAt < ASK_AGAIN) return false;
    // Another server may know a newer secret already.
    await this.#askSecret();
    return this.#isSealed(seal, data);
  }

  async #isSealed(seal: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<boolean> {
    for (const { key } of this.#keys) if (await crypto.subtle.verify('HMAC', key, seal, data)) return true;
    return false;
  }

  async #askSecret(): Promise<CryptoKey> {
    const secret = await this.#secret();
    this.#askedAt = this.#now();
    const [present] = this.#keys;
    if (present?.secret === secret) return present.key;
    // One step away from the secret itself, which is good for other things than claims.
    const base = await importKey(encoder.encode(secret));
    const derived = await crypto.subtle.sign('HMAC', base, encoder.encode('vh-elements grant claim 1'));
    const key = await importKey(new Uint8Array(derived));
    this.#keys = [{ secret, key }, ...this.#keys.slice(0, 1)];
    return key;
  }
}

/** The hash of some words, as a name for a shelf: of one length, and telling nothing. */
export async function hashOf(...words: string[]): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', encoder.encode(JSON.stringify(words)));
  return toBase64Url(new Uint8Array(bytes));
}

function told(ends: number, videoId: string, subject: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify([ends, videoId, subject]));
}

function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

import { VhError } from '../../core/errors/vh-error.ts';
import { fromBase64Url, toBase64Url } from './base64-url.ts';
import { withDeadline } from '../../core/async/deadline.ts';
import { FailureBackoff } from '../cache/failure-backoff.ts';

/** One secret of the site, and the keys that are made of it. */
export interface SecretKeys {
  secret: string;
  /** For HMAC. */
  sealing: CryptoKey;
  /** For AES-GCM. */
  encrypting: CryptoKey;
}

const AES = 'AES-GCM';
const IV_BYTES = 12;

/** Milliseconds between two looks for a newer secret, so that forged claims do not each call the site. */
const RECHECK_AFTER_MS = 60_000;
/** Milliseconds after which a server that only seals claims looks for a newer secret. */
const RENEW_AFTER_MS = 10 * 60_000;
/** Milliseconds that the site's function has. */
const DEADLINE_MS = 15_000;

const encoder = new TextEncoder();

/** One secret; or the present one and, after it, others that still count. */
export type Secrets = string | readonly string[];

/**
 * The secret of the site as it changes: the present one and the one before it, or those of the site's list. The site's
 * function runs once for all who
 * wait for it, and after a failure less and less often.
 */
export class SiteSecret {
  readonly #read: () => Promise<Secrets>;
  readonly #now: () => number;
  readonly #failures: FailureBackoff;
  #keys: readonly SecretKeys[] = [];
  #readAt = -Infinity;
  #flight: { since: number; done: Promise<void> } | undefined;

  /**
   * `read` may answer another secret each time. `now` is a monotonic clock, in milliseconds: by a wall clock that is set
   * back, pauses would last for as long as it was set back.
   */
  constructor(read: () => Promise<Secrets>, now: () => number = () => performance.now()) {
    this.#read = read;
    this.#now = now;
    this.#failures = new FailureBackoff(now);
  }

  /** The keys that are known, the present ones first. */
  get known(): readonly SecretKeys[] {
    return this.#keys;
  }

  /** The keys of the present secret. */
  async present(): Promise<SecretKeys> {
    const [known] = this.#keys;
    if (!known) await this.#refresh();
    else if (this.#now() - this.#readAt > RENEW_AFTER_MS) await this.#refresh().catch(() => undefined);
    const [present] = this.#keys;
    if (present) return present;
    throw new VhError('invalid-use', 'The page backend was given no secret for claims.');
  }

  /** Looks for a newer secret, unless that has just been done. Rejects when that cannot be known. */
  async lookForNewer(): Promise<void> {
    if (this.#now() - this.#readAt >= RECHECK_AFTER_MS) await this.#refresh();
  }

  /** Text that only a server with the same secret can read. */
  async encrypt(text: string): Promise<string> {
    const { encrypting } = await this.present();
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const hidden = await crypto.subtle.encrypt({ name: AES, iv }, encrypting, encoder.encode(text));
    return `${toBase64Url(iv)}.${toBase64Url(new Uint8Array(hidden))}`;
  }

  /** Decrypts a text of a known secret; undefined for any other text. */
  async decrypt(text: string): Promise<string | undefined> {
    const [, iv, hidden] = /^([\w-]{16})\.([\w-]+)$/.exec(text) ?? [];
    if (iv === undefined || hidden === undefined) return undefined;
    for (const { encrypting } of this.#keys) {
      const shown = await crypto.subtle
        .decrypt({ name: AES, iv: fromBase64Url(iv) }, encrypting, fromBase64Url(hidden))
        .catch(() => undefined);
      if (shown) return new TextDecoder().decode(shown);
    }
    return undefined;
  }

  #refresh(): Promise<void> {
    const flight = this.#flight;
    const message = "The site's claimSecret function does not answer.";
    // Some runtimes drop what a request had under way together with the request.
    if (flight && this.#now() - flight.since < DEADLINE_MS)
      return withDeadline(flight.done, DEADLINE_MS, message);
    const done = withDeadline(this.#take(), DEADLINE_MS, message).finally(() => {
      if (this.#flight?.done === done) this.#flight = undefined;
    });
    this.#flight = { since: this.#now(), done };
    return done;
  }

  async #take(): Promise<void> {
    const { wait } = this.#failures;
    if (wait > 0) {
      throw new VhError('service-unavailable', "The site's claimSecret function failed.", {
        retryAfter: wait,
      });
    }
    try {
      const given: unknown = await this.#read();
      const secrets = requireSecrets(given);
      const keys: SecretKeys[] = [];
      for (const secret of secrets)
        keys.push(this.#keys.find((one) => one.secret === secret) ?? (await deriveKeys(secret)));
      // A list is all that counts; one secret alone may be on its way from the one before it.
      const other = Array.isArray(given) ? undefined : this.#keys.find(({ secret }) => secret !== given);
      this.#keys = other ? [...keys, other] : keys;
      this.#readAt = this.#now();
      this.#failures.succeed();
    } catch (error) {
      this.#failures.fail();
      throw error;
    }
  }
}

/** One secret or several, each a text. Throws for none, since everybody signs with an empty one. */
export function requireSecrets(given: unknown): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (secrets.length > 0 && secrets.every(isSecret)) return secrets;
  const message = 'claimSecret must be a secret or a list of secrets, and none of them may be empty.';
  throw new VhError('invalid-use', message);
}

function isSecret(given: unknown): given is string {
  return typeof given === 'string' && given !== '';
}

/** One step away from the secret itself, which is good for other things as well. */
async function deriveKeys(secret: string): Promise<SecretKeys> {
  const base = await importHmac(encoder.encode(secret));
  const derive = async (purpose: string) =>
    new Uint8Array(await crypto.subtle.sign('HMAC', base, encoder.encode(purpose)));
  const [seal, encryption] = [
    await derive('vh-elements grant claim 1'),
    await derive('vh-elements upload token 1'),
  ];
  const encrypting = await crypto.subtle.importKey('raw', encryption, AES, false, ['encrypt', 'decrypt']);
  return { secret, sealing: await importHmac(seal), encrypting };
}

function importHmac(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

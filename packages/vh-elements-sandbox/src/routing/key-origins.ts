import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../http/loopback.ts';
import { Problem } from '../http/problem.ts';

/**
 * The pages that may use the key and its access tokens: those of this machine, and of origins that the options allow.
 * A browser lets every page speak to this machine, so a page from elsewhere must not get in with a key that it has
 * guessed or read. The page's own origin is no proof: the owner of a name can point it here.
 */
export class KeyOrigins {
  readonly #allowed: ReadonlySet<string>;

  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed.map(readOrigin));
  }

  /** Throws the problem of a request that a page of another origin sends. Programs send no origin. */
  check({ headers: { origin } }: IncomingMessage): void {
    if (origin === undefined || this.#allowed.has(origin)) return;
    if (URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname)) return;
    throw new Problem('sandbox-origin-refused');
  }
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new Error('An allowed origin must be a scheme and a host, such as https://site.example.');
}

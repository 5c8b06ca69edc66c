import type { OriginRule } from './origin-policy.ts';

/**
 * The addresses from which visitors ask, as far as they tell visitors apart. A `Request` has none, so each is noted beside
 * its request, by what the server's listener says or by what the site's own proxy writes.
 */
export class VisitorAddresses {
  readonly #trustProxy: boolean;
  readonly #said = new WeakMap<Request, string>();

  constructor({ trustProxy = false }: OriginRule) {
    this.#trustProxy = trustProxy;
  }

  /** Notes who asks, as the listener says. */
  note(request: Request, address: unknown): void {
    if (typeof address === 'string') this.#said.set(request, address);
  }

  /** The network that a request comes from; undefined where all visitors would have the same, as behind an unknown proxy. */
  of(request: Request): string | undefined {
    const forwarded = this.#trustProxy ? request.headers.get('x-forwarded-for') : null;
    // The proxy adds the address that it saw at the end: anybody can write what stands before it.
    return networkOf(forwarded?.split(',').at(-1) ?? this.#said.get(request));
  }
}

/** IPv4: one address. IPv6: the 64 bits that one visitor has for themselves. Undefined for a private one: a proxy's. */
function networkOf(said: string | undefined): string | undefined {
  const text = said?.trim().replace(/^\[([^\]]*)\](?::\d+)?$/, '$1') ?? '';
  const [, v4] = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i.exec(text) ?? [];
  if (v4 !== undefined) return PRIVATE_V4.test(v4) ? undefined : v4;
  const url = `http://[${text.replace(/%.*$/s, '')}]/`;
  if (!text.includes(':') || !URL.canParse(url)) return undefined;
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((word) => word !== ''));
  const missing = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [...(first ?? []), ...Array.from({ length: missing }, () => '0'), ...(last ?? [])];
  const network = groups.slice(0, 4).join(':');
  return PRIVATE_V6.test(network) ? undefined : network;
}

const PRIVATE_V4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const PRIVATE_V6 = /^(?:0:0:0:0$|f[cd]|fe[89ab])/;

import { lookup, type LookupAddress } from 'node:dns';
import type { RequestOptions } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackAddress, isLoopbackHost } from '../http/loopback.ts';

/** Thrown while connecting, when a name that must mean this machine means another one. */
export class HostNotAllowed extends Error {}

/**
 * The hosts that downloads may reach: those that the options allow by name. `localhost` is this machine, however it is
 * written, and `localhost:9000` one port of it. Without it nothing here is reached: what listens on this machine is
 * often open to whoever reaches it.
 */
export class SourceHosts {
  readonly #allowed: ReadonlySet<string>;

  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed.map((host) => host.toLowerCase()));
  }

  /** The address that a text is, or in words why nothing will be fetched from it. */
  read(text: string): URL | string {
    if (text.length > 2048 || !URL.canParse(text))
      return 'It is neither a web address nor the id of a video.';
    const url = new URL(text);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Only http and https are fetched from.';
    if (url.username !== '' || url.password !== '')
      return 'The address must hold no user name and no password.';
    if (this.permits(url)) return url;
    return 'Its host was not allowed: allow it with --allow-source-hosts.';
  }

  /** Whether the host of an address is one of those. */
  permits(url: URL): boolean {
    return this.#isAllowed(url) || this.#isAllowedHere(url);
  }

  /** How to look up the host of an address when connecting to it. */
  lookupOf(url: URL): RequestOptions['lookup'] {
    // A number is connected to as it is, and has been looked at already.
    return (this.#isAllowed(url) && !this.isHere(url)) || isIP(url.hostname) !== 0 ? undefined : lookUpHere;
  }

  /** True for this machine, for which there are no signed certificates. */
  isHere(url: URL): boolean {
    return isLoopbackHost(url.hostname);
  }

  #isAllowed({ hostname, host }: URL): boolean {
    return this.#allowed.has(hostname) || this.#allowed.has(host);
  }

  #isAllowedHere(url: URL): boolean {
    if (!this.isHere(url)) return false;
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    return this.#allowed.has('localhost') || this.#allowed.has(`localhost:${port}`);
  }
}

/** Looks up a name and finds nothing but this machine: what it means may change between a check and its use. */
const lookUpHere: NonNullable<RequestOptions['lookup']> = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const here = error ? [] : addresses.filter(({ address }) => isLoopbackAddress(address));
    const [first] = here;
    if (error || !first) callback(error ?? new HostNotAllowed(), []);
    else if (options.all === true) callback(null, here);
    else callback(null, first.address, first.family);
  });
};

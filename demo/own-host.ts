import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackHost } from '../packages/vh-elements-sandbox/src/http/loopback.ts';

// A name or an address, and a port: nothing that a URL would read otherwise than a browser wrote it.
const HOST = /^([\w.-]+|\[[\d.:a-f]+\])(?::\d{1,5})?$/i;

/**
 * True for a request to a host that is this site's own: a loopback name, the address that was connected to, or a name in
 * `allowed`. A browser also sends requests under foreign names that point at this machine; for it, the page
 * behind such a name and this site would be one.
 */
export function isOwnHost({ headers, socket }: IncomingMessage, allowed: ReadonlySet<string>): boolean {
  const [, host = ''] = HOST.exec(headers.host ?? '') ?? [];
  if (host === '' || !URL.canParse(`http://${host}/`)) return false;
  const { hostname } = new URL(`http://${host}/`);
  // An IP address cannot point elsewhere.
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const local = (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isLoopbackHost(hostname) || allowed.has(hostname) || (isIP(address) !== 0 && address === local);
}

/** Names as requests are compared with them; throws an error whose message is for people. */
export function readHostNames(names: readonly string[]): ReadonlySet<string> {
  return new Set(
    names.map((name) => {
      if (!HOST.test(name) || !URL.canParse(`http://${name}/`))
        throw new Error(`"${name}" is no host name: give a name such as demo.example after --site-host.`);
      return new URL(`http://${name}/`).hostname;
    }),
  );
}

import { isHost } from '../http/host.ts';

/** The parts of Node's `IncomingMessage`, and of its HTTP/2 twin, that say which address a request asks for. */
export interface AddressedRequest {
  url?: string | undefined;
  /** Where it was before Express took the mount point off. */
  originalUrl?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  /** Names and values in turn, as they came: a header that came twice stands here twice. */
  rawHeaders?: readonly string[] | undefined;
  socket: object;
}

/**
 * `url` is the address. `malformed` is a host or a target that is not one; `elsewhere` a path that names nothing here,
 * since reading it as a URL changes it.
 */
export type RequestAddress = { url: string } | 'malformed' | 'elsewhere';

/**
 * The address that a request asks for. Its path is the one in the request line, letter by letter, so that a guard that
 * looks at the path in front of the backend sees what the backend serves. `origin` is the site's own, where it is
 * known.
 */
export function addressOf(request: AddressedRequest, origin?: string): RequestAddress {
  const host = hostOf(request);
  const target = request.originalUrl ?? request.url;
  // Only the origin form: an absolute target would choose its own origin.
  if (host === 'malformed' || !target?.startsWith('/')) return 'malformed';
  const base = origin ?? (host && `${schemeOf(request)}://${host}`);
  const url = base === undefined ? undefined : parse(base + target);
  if (!url) return 'malformed';
  return url.pathname === target.split('?', 1)[0] ? { url: url.href } : 'elsewhere';
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** HTTP/2 says the host as `:authority`, and may say it as `host` as well. */
function hostOf({ headers, rawHeaders = [] }: AddressedRequest): string | undefined {
  const hosts = [headers[':authority'], headers['host']].filter((one) => one !== undefined);
  const [host] = hosts;
  if (host === undefined) return undefined;
  const isPlain = hosts.every((one) => typeof one === 'string' && one === host && isHost(one));
  // Node keeps the first of several, a proxy in front may have gone by the last.
  const times = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  return isPlain && times <= 1 && typeof host === 'string' ? host : 'malformed';
}

function schemeOf({ socket }: AddressedRequest): 'http' | 'https' {
  return 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http';
}

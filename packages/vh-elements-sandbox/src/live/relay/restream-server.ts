import { domainToASCII } from 'node:url';

const MAX_ADDRESS_CHARACTERS = 2048;
const ADDRESS = /^(rtmps?):\/\/([^/?#]*)(\/[^#]*)?$/i;
// A host and, where it is given, a port; an IPv6 address stands in brackets.
const AUTHORITY = /^(\[[\d.:a-f]+\]|[^[\]:@]+)(?::(\d*))?$/i;
const UNPRINTABLE = /[\s\p{Cc}\p{Cs}]/u;

/**
 * Reads the address of an RTMP server, `rtmp://host[:port]/application`, or answers in words why it is none. The URL
 * holds the host as connections need it: in lower case, in ASCII, numbers in their usual form.
 */
export function readRestreamServer(text: string): URL | string {
  if (text.length > MAX_ADDRESS_CHARACTERS)
    return `must be no longer than ${String(MAX_ADDRESS_CHARACTERS)} characters.`;
  const [, scheme = '', authority = '', path = ''] = (!UNPRINTABLE.test(text) && ADDRESS.exec(text)) || [];
  if (scheme === '') return 'must be an address such as rtmp://host/application.';
  if (authority.includes('@')) return 'must hold no user name and no password.';
  const [, host = '', port = ''] = AUTHORITY.exec(authority) ?? [];
  const asciiHost = hostOf(host);
  if (asciiHost === undefined) return 'must name a host.';
  if (port !== '' && (port.length > 5 || Number(port) < 1 || Number(port) > 65_535))
    return 'must have a port from 1 to 65535.';
  if (/^\/*(?:\?|$)/.test(path)) return 'must name the application, as in rtmp://host/application.';
  const address = `${scheme.toLowerCase()}://${asciiHost}${port === '' ? '' : `:${port}`}${path}`;
  return URL.canParse(address) ? new URL(address) : 'must be an address such as rtmp://host/application.';
}

/** A host as name servers and sockets know it; undefined when no host is called so. */
function hostOf(host: string): string | undefined {
  const ascii = host.startsWith('[') ? host : domainToASCII(host);
  if (ascii === '' || ascii.length > 253 || !URL.canParse(`http://${ascii}/`)) return undefined;
  // The host as URLs normalise it: 127.1 connects to 127.0.0.1.
  return new URL(`http://${ascii}/`).hostname;
}

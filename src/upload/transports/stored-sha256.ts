/**
 * The SHA-256 that an answer says of the stored file, in hexadecimal (RFC 9530). Of an answer with content, the digest is that of
 * the content.
 */
export function storedSha256({ status, headers }: Response): string | undefined {
  if (status !== 204 && headers.get('content-length') !== '0') return undefined;
  const digest = /(?:^|,)\s*sha-256=:([\w+/]{43}=):/.exec(headers.get('repr-digest') ?? '')?.[1];
  if (digest === undefined) return undefined;
  return Array.from(atob(digest), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

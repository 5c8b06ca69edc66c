/** Names of parameters, members and headers whose values are secrets. */
export const SECRET_NAME = /token|key|avh|secret|signature|password|session|credential|auth|cookie/i;
// Upload tokens, and what private tokens and stream keys look like.
const SECRET_SEGMENT = /^(?:to[A-Za-z0-9]{22}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;
const SECRET_FOLLOWS = new Set(['token', 'private', 'upload-tokens', 'tus', 'resumable']);
/** Stands in the place of a secret. */
export const REDACTED = '***';
const MAX_CHARACTERS = 300;

/** A request's target with its secrets blotted out, cut to a length that logs can bear. */
export function redact(target: string): string {
  const [path, query] = split(target.slice(0, 4096), '?');
  const shown = redactPath(path) + (query === undefined ? '' : `?${redactQuery(query)}`);
  return shown.length > MAX_CHARACTERS ? `${shown.slice(0, MAX_CHARACTERS)}…` : shown;
}

function redactPath(path: string): string {
  const segments = path.split('/');
  return segments
    .map((segment, index) => {
      const before = segments[index - 1];
      const isSecret = SECRET_SEGMENT.test(segment) || (before !== undefined && SECRET_FOLLOWS.has(before));
      return isSecret && segment !== '' ? REDACTED : segment;
    })
    .join('/');
}

function redactQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name, value] = split(pair, '=');
      return value !== undefined && SECRET_NAME.test(decode(name)) ? `${name}=${REDACTED}` : pair;
    })
    .join('&');
}

function split(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

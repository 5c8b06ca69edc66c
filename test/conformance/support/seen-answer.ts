import { parseJson } from '../../../src/core/wire/read-json.ts';

/** What of an answer must be the same in each language. */
export interface Seen {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  /** The requests to the service for it, in the order of the alphabet: JavaScript asks several things at once. */
  asked: readonly string[];
  /** Whether the site's `onError` got something. */
  isReported: boolean;
  /** How many answers came to this one request. */
  answers: number;
  /** The body before times and addresses were made common. */
  raw: unknown;
}

const HEADERS = [
  'content-type',
  'cache-control',
  'vary',
  'etag',
  'retry-after',
  'allow',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-expose-headers',
  'access-control-max-age',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
  'content-security-policy',
];

/** Reads what a server wrote. `own` is the address of the backend's service. */
export function readAnswer(text: string, own: string): Omit<Seen, 'asked' | 'isReported'> {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const body = unchunked(head, rest.join('\r\n\r\n'));
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const found = [...head.matchAll(new RegExp(`^${name}: *(.*)$`, 'gim'))].map(([, value = '']) => value);
    if (found.length > 0) headers[name] = headerOf(name, found.join(', '), own);
  }
  // A refusal that a server of HTTP writes itself has a page for people.
  const isOwn = /application\/(?:problem\+)?json/.test(headers['content-type'] ?? '');
  const raw: unknown = isOwn ? parseJson(body) : undefined;
  const answers = (text.match(/HTTP\/1\.[01] \d{3}/g) ?? []).length;
  return { status, headers, body: toCommon(raw ?? partsOf(body), own), answers, raw };
}

function unchunked(head: string, body: string): string {
  if (!/^transfer-encoding: *chunked/im.test(head)) return body;
  let [at, whole] = [0, Buffer.alloc(0)];
  const bytes = Buffer.from(body, 'utf8');
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, end).toString(), 16);
    if (end === -1 || !(size > 0)) return whole.toString('utf8');
    whole = Buffer.concat([whole, bytes.subarray(end + 2, end + 2 + size)]);
    at = end + 2 + size + 2;
  }
}

/** A page's markup, and the data in it. */
function partsOf(text: string): unknown {
  const block = /<script type="application\/(?:ld\+)?json"[^>]*>([^]*?)<\/script>/g;
  const data = [...text.matchAll(block)].map(([, json]) => parseJson(json));
  return data.length === 0 ? text : { html: text.replaceAll(block, ''), data };
}

function headerOf(name: string, value: string, own: string): string {
  if (name === 'etag') return 'a tag';
  if (name === 'vary') return [...new Set(value.toLowerCase().split(/, */))].toSorted().join(', ');
  // Waits have some chance in them, so that visitors do not come back together.
  if (name === 'retry-after') return waitOf(Number(value));
  if (name === 'cache-control') return value.replaceAll(/=\d+/g, '=N');
  return commonText(value, own);
}

function waitOf(seconds: number): string {
  if (!(seconds >= 1)) return 'none';
  return seconds <= 20 ? 'up to 20 s' : seconds <= 310 ? 'up to 5 min' : 'longer';
}

/** A value with the parts that differ by backend, time or chance made common. */
export function toCommon(value: unknown, own: string): unknown {
  if (typeof value === 'string') return commonText(value, own);
  if (Array.isArray(value)) return value.map((one) => toCommon(one, own));
  if (typeof value !== 'object' || value === null) return value;
  const common: [string, unknown][] = Object.entries(value).map(([name, one]) => {
    const isTime =
      /^(?:issuedAt|expiresAt)$/.test(name) && typeof one === 'string' && !one.startsWith('2030');
    return [name, isTime ? 'TIME' : toCommon(one, own)];
  });
  return Object.fromEntries(common.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function commonText(text: string, own: string): string {
  const { origin, pathname } = new URL(own);
  return text
    .replaceAll(own, 'http://service')
    .replaceAll(encodeURIComponent(own), 'http%3A%2F%2Fservice')
    .replaceAll(pathname, '')
    .replaceAll(origin, 'http://service')
    .replaceAll(/\b\d{10}\.[\w-]{43}(?![\w-])/g, 'CLAIM')
    .replaceAll(/(?<=expires=)\d+|(?<=signature=)[\w-]{43}/g, 'SIGNED');
}

/** Tokens and videos by the order in which they show: one that a backend made beside does not make all later ones differ. */
export function countedAnew(seen: readonly Seen[]): Seen[] {
  const numbers = new Map<string, string>();
  const text = JSON.stringify(seen).replaceAll(/\b(to|viMade)(\d+)\b/g, (whole, kind: string) => {
    const number = numbers.get(whole) ?? String(numbers.size + 1);
    numbers.set(whole, number);
    return `${kind}-${number}`;
  });
  return JSON.parse(text) as Seen[];
}

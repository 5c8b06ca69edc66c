/** A request as a client writes it, letter by letter. */
export interface WireRequest {
  method: string;
  target: string;
  /** The values of its Host: none, one or two. */
  hosts: readonly string[];
  /** Names in lower case, each once. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /**
   * Whether the body asks for a grant rightly; `as-node` where the first of the backends says it, and `either` where each may
   * say something else.
   */
  bodyIs: 'right' | 'wrong' | 'as-node' | 'either';
}

/** How a site is set up. */
export interface SiteSetup {
  name: 'plain' | 'behind a proxy' | 'of a known origin';
  origin: string | null;
  allowedOrigins: readonly string[];
  trustProxy: boolean;
}

/** What of an answer is the same everywhere. */
export interface WireAnswer {
  status: number;
  /** The slug of a refusal; '' where there is none. */
  word: string;
  /** Whether the page may read the answer, and a preflight lets it ask. */
  cors: boolean;
  allows: boolean;
}

const ALLOWED = ['https://www.listed.test', 'http://listed.test:8080'];

export const SETUPS: readonly SiteSetup[] = [
  { name: 'plain', origin: null, allowedOrigins: ALLOWED, trustProxy: false },
  { name: 'behind a proxy', origin: null, allowedOrigins: ALLOWED, trustProxy: true },
  { name: 'of a known origin', origin: 'https://known.test', allowedOrigins: ALLOWED, trustProxy: false },
];

/** A request in one line, for the report of a fault. */
export function shown({ method, target, hosts, headers, body, bodyIs }: WireRequest): string {
  const short = target.length > 120 ? `${target.slice(0, 120)}… (${String(target.length)})` : target;
  const text = method === 'POST' ? ` ${bodyIs} ${JSON.stringify(body.toString('latin1').slice(0, 160))}` : '';
  return `${method} ${short} at ${JSON.stringify(hosts)} ${JSON.stringify(headers)}${text}`;
}

import { NO_HOSTS } from '../../support/backend/no-hosts.ts';

/** One generated request, as a socket would bring it. */
export interface HostileRequest {
  method: string;
  /** The raw request target, or what follows the origin. */
  target: string;
  headers: Record<string, string>;
  /** What a socket would bring as the host. */
  host: string;
  body: string | undefined;
}

/** The host of the site that is asked. */
export const HOST = 'site.test';

const WORDS = [
  ...['grants', 'playback', 'videos', 'live-streams', 'players', 'status', 'captions', 'chapters', 'vh'],
  ...[
    'auth',
    'api-key',
    'refresh',
    'upload-tokens',
    'upload',
    'webhooks',
    'analytics',
    'source',
    'thumbnail',
  ],
  ...[
    'watermarks',
    'restreams',
    'complete',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'admin',
  ],
];

const IDS = ['vi1', 'pr1', 'li1', 'prl1', 'pl1', 'to1', 'vi4blUQJFrYWbaG44NChkH27', 'a', '0', '-', '_'];

/** What has opened doors in other programs that forward requests. */
const BAIT = [
  ...[
    '%2f',
    '%2F',
    '%5c',
    '%5C',
    '%2e',
    '%2E%2e',
    '%25',
    '%252f',
    '%252e%252e',
    '%00',
    '%0d%0a',
    '%0a',
    '%23',
  ],
  ...[
    '..',
    '.',
    './',
    '../',
    '..;/',
    ';',
    ';a=b',
    '\\',
    '//',
    '/',
    '?',
    '#',
    '@',
    ':',
    '&',
    '=',
    '+',
    ' ',
    '\t',
  ],
  ...[
    '\u0000',
    '\u2024\u2024',
    '\uff0f',
    '\uff0e',
    '%c0%af',
    '%e0%80%af',
    '%u002f',
    'é',
    '视',
    '\u202e',
    '%ff',
  ],
  ...[
    '169.254.169.254',
    'localhost',
    'evil.test',
    'file:',
    'http://evil.test/',
    '//evil.test/',
    '*',
    '|',
    '"',
    '<',
  ],
];

const PATHS = [
  '/vh/grants',
  '/vh/playback/videos/vi1',
  '/vh/playback/live-streams/li1',
  '/vh/playback/videos/pr1',
  '/vh/videos/vi1/status',
  '/vh/videos/pr1/status',
  '/vh/videos/vi1/captions',
  '/vh/videos/vi1/chapters',
  '/vh/videos',
  '/vh/live-streams',
  '/vh/live-streams/li1',
  '/vh/live-streams/prl1',
  '/vh/players/pl1',
];

const QUERIES = [
  'currentPage=1&pageSize=25',
  'pageSize=100&sortBy=createdAt&sortOrder=desc',
  'sortBy=title',
  'metadata[a]=b',
  'tags[]=a',
  'streamKey=x',
  'token=to1',
  'apiKey=x',
  'currentPage=%2e%2e%2f',
  'pageSize=25%26title%3dx',
  'pageSize=25&pageSize=1000',
  '_method=DELETE',
  'url=http://evil.test/',
  'currentPage=1%0d%0ax:y',
];

const METHODS = [
  'GET',
  'GET',
  'GET',
  'GET',
  'POST',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'get',
];

const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  [
    'origin',
    ['https://site.test', 'https://site.test', 'null', 'https://evil.test', 'https://site.test.evil.test'],
  ],
  ['content-type', ['application/json', 'application/json', 'text/plain', 'multipart/form-data; boundary=x']],
  ['x-vh-request', ['1', '1', '0', '1, 1']],
  ['sec-fetch-site', ['same-origin', 'cross-site', 'none']],
  ['x-http-method-override', ['DELETE', 'POST']],
  ['x-method-override', ['PUT']],
  ['x-forwarded-host', ['evil.test']],
  ['x-forwarded-proto', ['http', 'file']],
  ['x-forwarded-prefix', ['/../..']],
  ['x-original-url', ['/upload-tokens', '/auth/api-key']],
  ['x-rewrite-url', ['/webhooks']],
  ['forwarded', ['host=evil.test;proto=https']],
  ['authorization', ['Bearer mine', 'Basic eDp5']],
  ['range', ['bytes=0-1']],
  ['if-none-match', ['*']],
];

const WELCOME = {
  'origin': 'https://site.test',
  'content-type': 'application/json',
  'x-vh-request': '1',
  'sec-fetch-site': 'same-origin',
};

/** Makes requests that try to reach what the page backend does not offer; the same ones for the same numbers. */
export class HostileRequests {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  next(): HostileRequest {
    const method = this.#pick(METHODS);
    const headers: Record<string, string> = {};
    for (const [name, values] of HEADERS) if (this.#chance(0.35)) headers[name] = this.#pick(values);
    // A request that the router refuses does not test the routes.
    if (method === 'POST' && this.#chance(0.6)) Object.assign(headers, WELCOME);
    return {
      method,
      target: this.#target(method),
      headers,
      host: this.#chance(0.05) ? this.#pick(NO_HOSTS) : HOST,
      body: method === 'POST' ? this.#body() : undefined,
    };
  }

  #target(method: string): string {
    if (method === 'POST' && this.#chance(0.4)) return '/vh/grants';
    const kind = this.#random();
    const path =
      kind < 0.15 ? this.#pick(PATHS) : kind < 0.65 ? this.#bent(this.#pick(PATHS)) : this.#built();
    const query = this.#chance(0.3) ? `?${this.#bentSometimes(this.#pick(QUERIES))}` : '';
    const form = this.#random();
    if (form < 0.04) return `http://evil.test${path}${query}`;
    if (form < 0.06) return `https://service.test/base${path}${query}`;
    if (form < 0.08) return `/${path}${query}`;
    return path + query;
  }

  /** A good path with something hostile put into it, in place of a piece of it, or around it. */
  #bent(path: string): string {
    let bent = path;
    for (let times = 1 + Math.floor(this.#random() * 3); times > 0; times--) {
      const at = Math.floor(this.#random() * (bent.length + 1));
      const end = this.#chance(0.5) ? at : at + Math.floor(this.#random() * 4);
      bent = bent.slice(0, at) + this.#piece() + bent.slice(end);
    }
    return bent.startsWith('/') || this.#chance(0.2) ? bent : `/${bent}`;
  }

  #built(): string {
    const pieces = Array.from({ length: 1 + Math.floor(this.#random() * 6) }, () => this.#piece());
    return `${this.#chance(0.7) ? '/vh/' : '/'}${pieces.join(this.#chance(0.85) ? '/' : this.#pick(BAIT))}`;
  }

  #piece(): string {
    const kind = this.#random();
    if (kind < 0.35) return this.#pick(BAIT);
    if (kind < 0.6) return this.#pick(WORDS);
    if (kind < 0.8) return this.#pick(IDS);
    if (kind < 0.87) return this.#pick(['a', '%2e', 'é', '../']).repeat(1 + Math.floor(this.#random() * 300));
    if (kind < 0.95) return encodeURIComponent(this.#pick(BAIT));
    return String.fromCharCode(...Array.from({ length: 4 }, () => Math.floor(this.#random() * 0xd7ff)));
  }

  #bentSometimes(text: string): string {
    return this.#chance(0.3) ? text + this.#piece() : text;
  }

  #body(): string {
    const file = { name: this.#piece(), size: this.#pick([0, 3, 1e9, -1, 1.5]), type: 'video/mp4' };
    const more = this.#pick<Record<string, unknown>>([
      {},
      { action: 'refresh', videoId: this.#piece() },
      { action: 'refresh', videoId: this.#pick(IDS), claim: this.#piece() },
      { videoId: this.#piece(), title: 'mine', playerId: '../players' },
      { idempotencyKey: this.#piece().padEnd(20, 'k') },
      { action: 'delete', url: 'http://evil.test/', __proto__: { public: true } },
    ]);
    return this.#chance(0.1) ? this.#piece() : JSON.stringify({ action: 'upload', file, ...more });
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.#random() * from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }
}

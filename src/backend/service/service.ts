import { retryAfter } from '../../core/async/backoff.ts';
import { requireId } from '../../core/wire/id.ts';
import { parseJson, readSlug } from '../../core/wire/read-json.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { AccessToken, type PostAuth, type TokenShare } from './access-token.ts';
import type { ApiKey } from './settings.ts';
import { discardBody, readBody } from '../http/read-body.ts';
import { UpstreamBudget, type Purpose } from './budget.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** One request to the service. */
export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: UpstreamPath;
  query?: Record<string, string>;
  body?: unknown;
  /** `viewings` by default: these leave a reserve of the account's rate. */
  purpose?: Purpose;
}

/** How the service is reached. */
export interface ServiceOptions {
  baseUrl: string | undefined;
  apiKey: ApiKey | undefined;
  fetch: typeof fetch;
  timeoutMs: number;
  /** Sends each request that counts for the account's rate, so that an operator may see it. */
  observe?: (template: string, send: () => Promise<Response>) => Promise<Response>;
  /** Where the servers of the site share the access token. */
  share?: TokenShare | undefined;
}

/** Bytes: the maxBytes answer that is read. */
const MAX_ANSWER_BYTES = 2 ** 20;
const MAX_PROBLEM_BYTES = 16 * 1024;

/**
 * The only way from the page backend to the service: one origin, paths made of templates, no redirects followed.
 */
export class Service {
  readonly #baseUrl: URL | undefined;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number;
  readonly #token: AccessToken;
  readonly #budget = new UpstreamBudget();
  readonly #breaker = new CircuitBreaker();
  readonly #observe: NonNullable<ServiceOptions['observe']>;

  constructor(options: ServiceOptions) {
    this.#baseUrl = toBase(options.baseUrl);
    this.#fetch = options.fetch;
    this.#timeoutMs = options.timeoutMs;
    this.#observe = options.observe ?? ((_, send) => send());
    const post: PostAuth = (path, body) =>
      this.#spend({ method: 'POST', path: path.slice(1).split('/'), body, purpose: 'uploads' });
    this.#token = new AccessToken(options.apiKey, post, undefined, options.share);
  }

  /** The service's address. Throws where the site has set none. */
  get baseUrl(): URL {
    if (this.#baseUrl) return this.#baseUrl;
    throw new VhError('invalid-use', "createBackend needs the service's address: set baseUrl.");
  }

  /** Rejects where the service cannot be asked: it is away, or takes no key of the site's. */
  async requireReady(): Promise<void> {
    await this.#token.get();
  }

  /** Asks for JSON; undefined for 404. A refused access token is renewed once. */
  async json(request: ServiceRequest): Promise<unknown> {
    const response = await this.#authorized(request);
    if (response.status === 404) {
      discardBody(response);
      return undefined;
    }
    const what = templateOf(request.method, request.path);
    if (!response.ok) throw await failure(response, what);
    if (response.status === 204) return undefined;
    return this.#readJson(response, what);
  }

  /** A small public text, such as a playlist: no credentials go along. Undefined unless it is there, and small. */
  async text(url: URL, maxBytes: number): Promise<string | undefined> {
    const response = await this.#send('GET', url, {});
    if (response.status === 200) return readBody(response, maxBytes);
    discardBody(response);
    return undefined;
  }

  /** The service's tus extensions, as it announces them; undefined where it has no tus. */
  async tusExtensions(): Promise<readonly string[] | undefined> {
    const ask = () => this.#send('OPTIONS', new URL('upload', this.baseUrl), {});
    const response = await this.#breaker.send(ask);
    discardBody(response);
    const header = response.ok ? response.headers.get('tus-extension') : null;
    return header?.split(',').map((extension) => extension.trim());
  }

  async #authorized(request: ServiceRequest): Promise<Response> {
    const token = await this.#token.get();
    const response = await this.#spend(request, token);
    if (response.status !== 401 || !this.#token.reject(token)) return response;
    discardBody(response);
    return this.#spend(request, await this.#token.get());
  }

  /** Sends a request that counts for the account's rate. */
  #spend(
    { method, path, query, body, purpose = 'viewings' }: ServiceRequest,
    token?: string,
  ): Promise<Response> {
    const url = this.#url(method, path, query);
    const credential = token === undefined ? {} : { token };
    const send = () => this.#send(method, url, { body, ...credential });
    const observed = () => this.#observe(templateOf(method, path), send);
    return this.#budget.spend(method, purpose, () => this.#breaker.send(observed));
  }

  #url(method: string, path: UpstreamPath, query: Record<string, string> = {}): URL {
    const template = templateOf(method, path);
    if (!isTemplate(template))
      throw new VhError('invalid-use', `The page backend does not ask for ${template}.`);
    const segments = path.map((part) => (typeof part === 'string' ? part : requireId(part.id)));
    const url = new URL(segments.join('/'), this.baseUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  async #send(
    method: string,
    url: URL,
    { body, token }: { body?: unknown; token?: string },
  ): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json' };
    // A form says its own type, with the boundary between its fields.
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    let response: Response;
    try {
      response = await this.#fetch(url, {
        method,
        headers,
        body: isForm ? body : body === undefined ? null : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
    } catch (cause) {
      throw unreached(cause, url);
    }
    // Status 0 is how a browser-like fetch shows a redirect that it did not follow.
    const { status } = response;
    if (response.redirected || status === 0 || (status >= 300 && status < 400)) {
      discardBody(response);
      throw new VhError('unexpected-answer', 'The service answered with a redirect, which is not followed.');
    }
    return response;
  }

  async #readJson(response: Response, what: string): Promise<unknown> {
    let text: string | undefined;
    try {
      text = await readBody(response, MAX_ANSWER_BYTES);
    } catch (cause) {
      throw unreached(cause, this.baseUrl);
    }
    const value = parseJson(text);
    if (value !== undefined) return value;
    throw new VhError('unexpected-answer', `The service's answer to ${what} is not JSON, or endless.`);
  }
}

/** Undefined without an address: it is missed with the first request. Throws at once for one that is none. */
function toBase(baseUrl: string | undefined): URL | undefined {
  if (typeof baseUrl !== 'string' || baseUrl.trim() === '') return undefined;
  const given = baseUrl.trim().replace(/\/*$/, '/');
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new VhError('invalid-use', 'The baseUrl of createBackend is not an http or https address.');
}

/** Without the cause: a runtime's own words may quote the whole address or a header. */
function unreached(cause: unknown, { origin }: URL): VhError {
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return new VhError('timeout', `The service at ${origin} did not answer in time.`);
  }
  const message = `The page backend could not reach the service at ${origin}${systemCode(cause)}: check baseUrl.`;
  return new VhError('network', message);
}

/** The system's own word for it, such as ECONNREFUSED. */
function systemCode(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = inner instanceof Error && 'code' in inner ? inner.code : undefined;
  return typeof code === 'string' && /^[A-Z_]{2,40}$/.test(code) ? ` (${code})` : '';
}

async function failure(response: Response, what: string): Promise<VhError> {
  const { status, headers } = response;
  const problem = await readBody(response, MAX_PROBLEM_BYTES).catch(() => undefined);
  const code = status === 429 ? 'rate-limited' : status >= 500 ? 'service-unavailable' : 'request-refused';
  return new VhError(code, `The service answered ${String(status)} to ${what}.`, {
    status,
    slug: readSlug(parseJson(problem)),
    retryAfter: retryAfter(headers),
  });
}

/** Everything that the page backend asks of the service, beside the assets that a playback inlines. */
const TEMPLATES: ReadonlySet<string> = new Set([
  'POST /auth/api-key',
  'POST /auth/refresh',
  'POST /videos',
  'POST /upload-tokens',
  'DELETE /upload-tokens/{id}',
  'GET /videos',
  'GET /videos/{id}',
  'PATCH /videos/{id}',
  'DELETE /videos/{id}',
  'POST /videos/{id}/thumbnail',
  'GET /videos/{id}/status',
  'GET /videos/{id}/captions',
  'POST /videos/{id}/captions/{id}',
  'PATCH /videos/{id}/captions/{id}',
  'DELETE /videos/{id}/captions/{id}',
  'GET /videos/{id}/chapters',
  'GET /live-streams',
  'GET /live-streams/{id}',
  'GET /players/{id}',
]);

/** A path of the service: fixed words and ids. */
type UpstreamPath = readonly (string | { id: string })[];

/** The template of a request, for the list above and for messages: without ids. */
function templateOf(method: string, path: UpstreamPath): string {
  return `${method} /${path.map((part) => (typeof part === 'string' ? part : '{id}')).join('/')}`;
}

/** True for a request that the page backend may send to the service. */
function isTemplate(template: string): boolean {
  return TEMPLATES.has(template);
}

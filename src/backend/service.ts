import { safeId } from '../core/id.ts';
import { VhError } from '../core/vh-error.ts';
import { AccessToken, type ApiKey } from './access-token.ts';

/** A path of the service: fixed words and ids, each checked. */
type PathPart = string | { id: string };

/** One request to the service. */
export interface ServiceRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: readonly PathPart[];
  query?: Record<string, string>;
  body?: unknown;
}

/** How the service is reached. */
export interface ServiceOptions {
  baseUrl: string;
  apiKey: ApiKey;
  fetch: typeof fetch;
  timeoutMs: number;
}

/**
 * The only way from the page backend to the service: one origin, paths made of templates, no redirects followed.
 */
export class Service {
  readonly baseUrl: URL;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number;
  readonly #token: AccessToken;

  constructor(options: ServiceOptions) {
    this.baseUrl = new URL(options.baseUrl.replace(/\/*$/, '/'));
    this.#fetch = options.fetch;
    this.#timeoutMs = options.timeoutMs;
    this.#token = new AccessToken(options.apiKey, (path, body) =>
      this.#send('POST', this.#url([path.slice(1)]), { body }),
    );
  }

  /** Asks for JSON; undefined for 404. A refused access token is renewed once. */
  async json(request: ServiceRequest): Promise<unknown> {
    const response = await this.#authorized(request);
    if (response.status === 404) {
      await response.body?.cancel();
      return undefined;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new VhError(
        response.status === 429
          ? 'rate-limited'
          : response.status >= 500
            ? 'service-unavailable'
            : 'request-refused',
        `The service answered ${String(response.status)} to ${request.method} ${describe(request.path)}.`,
        { status: response.status },
      );
    }
    return response.status === 204 ? undefined : readJson(response);
  }

  /** A small public text, such as a playlist: no credentials go along. Undefined unless it is there, and small. */
  async text(url: URL, longest: number): Promise<string | undefined> {
    const response = await this.#send('GET', url, {});
    if (response.status !== 200 || Number(response.headers.get('content-length') ?? 0) > longest) {
      await response.body?.cancel();
      return undefined;
    }
    return readAtMost(response, longest);
  }

  async #authorized(request: ServiceRequest): Promise<Response> {
    const url = this.#url(request.path, request.query);
    const token = await this.#token.get();
    const response = await this.#send(request.method, url, { body: request.body, token });
    if (response.status !== 401) return response;
    await response.body?.cancel();
    this.#token.reject(token);
    return this.#send(request.method, url, { body: request.body, token: await this.#token.get() });
  }

  #url(path: readonly PathPart[], query: Record<string, string> = {}): URL {
    const segments = path.map((part) => (typeof part === 'string' ? part : safeId(part.id)));
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
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    let response: Response;
    try {
      response = await this.#fetch(url, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
    } catch (cause) {
      const late = cause instanceof Error && cause.name === 'TimeoutError';
      throw new VhError(late ? 'timeout' : 'network', 'The page backend could not reach the service.');
    }
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new VhError('unexpected-answer', 'The service answered with a redirect, which is not followed.');
    }
    return response;
  }
}

function describe(path: readonly PathPart[]): string {
  return `/${path.map((part) => (typeof part === 'string' ? part : '{id}')).join('/')}`;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch {
    throw new VhError('unexpected-answer', 'The service answered with something that is not JSON.');
  }
}

async function readAtMost(response: Response, longest: number): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > longest) {
      await reader.cancel();
      return undefined;
    }
  }
}

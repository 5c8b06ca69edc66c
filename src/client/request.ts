import type { BackendCredentials } from '../core/config.ts';
import { parseJson } from '../core/wire/read-json.ts';
import { backoffDelay, isTransientStatus, retryAfter, type BackoffPolicy } from '../core/async/backoff.ts';
import { sleep } from '../core/async/sleep.ts';
import { VhError, isVhError, type VhErrorCode } from '../core/errors/vh-error.ts';
import { watchPolicy } from '../core/setup/page-policy.ts';
import { policyError } from '../core/setup/policy-error.ts';
import { problemToError } from './problem.ts';
import { readBodyText } from '../core/wire/read-body-text.ts';

/** The platform functions that a request uses; a test brings its own. */
export interface RequestEnvironment {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  random: () => number;
}

/** One request that answers JSON. */
export interface JsonRequest {
  url: string;
  /** The request's purpose in words, for error messages: the URL may hold a secret. */
  what: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** `include` sends cookies to another origin, too. Anything else does not. */
  credentials?: BackendCredentials | undefined;
  /** True for the site's own backend: the console says why it cannot be reached. */
  isForBackend?: boolean;
  /** The mode of the browser's cache; its default by default. */
  cache?: RequestCache | undefined;
  /** Retries after a temporary failure. */
  retries?: number | undefined;
  /** The largest answer that is read, after decompression. */
  maxBytes?: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_MAX_BYTES = 2 ** 20;
const BACKOFF: BackoffPolicy = { retries: 3, baseMs: 500, capMs: 8_000 };

/** The browser's own functions. */
export const browserRequestEnvironment: RequestEnvironment = {
  fetch: (url, init) => globalThis.fetch(url, init),
  sleep,
  random: Math.random,
};

/** How a caller has one request made. */
export interface RequestOptions extends Pick<JsonRequest, 'signal' | 'retries' | 'cache' | 'credentials'> {
  environment?: RequestEnvironment | undefined;
}

/** Asks the site's own backend for JSON; `path` begins with a slash. */
export function requestBackend(
  backend: string,
  path: string,
  request: Pick<JsonRequest, 'what' | 'maxBytes' | 'headers'> & { body?: object },
  { environment, signal, retries, cache, credentials }: RequestOptions = {},
): Promise<unknown> {
  const url = `${backend.replace(/\/+$/, '')}${path}`;
  const own = { ...request, url, signal, retries, cache, credentials, isForBackend: true };
  // The header has other origins ask first: no form of another site can post it.
  return requestJson(
    request.body ? { ...own, method: 'POST', headers: { ...request.headers, 'x-vh-request': '1' } } : own,
    environment,
  );
}

/** Gives some refusals of a backend the code of the thing they were asked for; throws others as they are. */
export function refusedAs(code: VhErrorCode, ...codes: readonly VhErrorCode[]): (error: unknown) => never {
  return (error) => {
    if (!isVhError(error) || !codes.includes(error.code)) throw error;
    const { message, status, slug } = error;
    throw new VhError(code, message, { cause: error, status, slug });
  };
}

/** Asks for JSON with a timeout, the caller's signal, and bounded retries that wait as the server asks. */
export async function requestJson(
  request: JsonRequest,
  environment: RequestEnvironment = browserRequestEnvironment,
): Promise<unknown> {
  const { retries = BACKOFF.retries } = request;
  for (let attempt = 0; ; attempt++) {
    let wait: number | undefined;
    try {
      const response = await fetchOnce(request, environment);
      if (response.ok) return await readBody(response, request);
      if (isTransientStatus(response.status)) wait = retryAfter(response.headers) ?? 0;
      const error = await problemToError(response, request.what);
      const isLasting = wait === undefined || error.code === 'backend-misconfigured';
      if (isLasting || attempt >= retries) throw error;
    } catch (error) {
      if (request.isForBackend) reportUnreachable(request.url, error);
      const again = isVhError(error, 'network') || isVhError(error, 'timeout');
      if (!again || attempt >= retries) throw error;
    }
    await sleepOrAbort(
      Math.max(wait ?? 0, backoffDelay(attempt, BACKOFF, environment.random)),
      request,
      environment,
    );
  }
}

/** For the author alone: no visitor waits for it, or loads it before something fails. */
function reportUnreachable(url: string, error: unknown): void {
  import('./report-unreachable.ts').then((one) => one.reportUnreachable(url, error)).catch(() => {});
}

async function fetchOnce(request: JsonRequest, environment: RequestEnvironment): Promise<Response> {
  watchPolicy();
  const timeout = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  const headers: Record<string, string> = { accept: 'application/json', ...request.headers };
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await environment.fetch(request.url, {
      method: request.method ?? 'GET',
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal,
      cache: request.cache ?? 'default',
      credentials: request.credentials === 'include' ? 'include' : 'same-origin',
      // A request with a credential must not follow a redirect, nor send a referrer.
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
  } catch (cause) {
    const error = failure(request, timeout, cause);
    const isUnreached = isVhError(error, 'network');
    throw (isUnreached && (await policyError(request.url, 'connect-src'))) || error;
  }
}

async function readBody(response: Response, request: JsonRequest): Promise<unknown> {
  let text: string | undefined;
  try {
    text = await readBodyText(response, request.maxBytes ?? DEFAULT_MAX_BYTES);
  } catch (cause) {
    throw failure(request, undefined, cause);
  }
  if (text === undefined) {
    throw new VhError('unexpected-answer', `${request.what} was answered with more than the limit.`);
  }
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new VhError('unexpected-answer', `${request.what} was answered with something that is not JSON.`);
}

function failure(request: JsonRequest, timeout: AbortSignal | undefined, cause: unknown): VhError {
  if (request.signal?.aborted) return new VhError('aborted', `${request.what} was cancelled.`, { cause });
  const late = timeout?.aborted || (cause instanceof Error && cause.name === 'TimeoutError');
  return late
    ? new VhError('timeout', `${request.what} got no answer in time.`)
    : new VhError('network', `${request.what} could not reach the server.`);
}

async function sleepOrAbort(
  ms: number,
  request: JsonRequest,
  environment: RequestEnvironment,
): Promise<void> {
  try {
    await environment.sleep(ms, request.signal);
  } catch (cause) {
    throw failure(request, undefined, cause);
  }
}

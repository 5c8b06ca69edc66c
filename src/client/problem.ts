import { retryAfter } from '../core/async/backoff.ts';
import { parseJson, readRecord, readSlug, readText } from '../core/wire/read-json.ts';
import { readBodyText } from '../core/wire/read-body-text.ts';
import { VhError, type VhErrorCode } from '../core/errors/vh-error.ts';

/** Longest body that is read for a reason; a proxy's error page is not a reason. */
const MAX_PROBLEM_BYTES = 64 * 1024;

/** No word is like this: a token, an address, a key. A service may repeat what it was sent. */
const UNLIKE_A_WORD = /[\w.~+/:?&=%-]{20,}|(?=[a-z]*\d)[\w-]{12,}/gi;

/** Makes a VhError of an answer that is not a success: problem+json where there is one, else by its status. */
export async function problemToError(response: Response, what: string): Promise<VhError> {
  const problem = await readProblem(response);
  const slug = readSlug(problem);
  const title = readText(problem?.['title']);
  const reason = title ? ` (${title.slice(0, 200).replace(UNLIKE_A_WORD, '…')})` : '';
  const code = codeOf(response.status, slug);
  const advice = code === 'backend-misconfigured' ? ". Your server's log says what to set there" : reason;
  return new VhError(code, `${what} was answered with ${String(response.status)}${advice}.`, {
    status: response.status,
    slug,
    retryAfter: retryAfter(response.headers),
  });
}

/** Words of a page backend for faults that only its operator can end: settings, the API key, an answer of `authorize`. */
const OPERATORS: readonly (string | undefined)[] = ['invalid-use', 'request-refused'];

function codeOf(status: number, slug: string | undefined): VhErrorCode {
  if (status >= 500 && OPERATORS.includes(slug)) return 'backend-misconfigured';
  if (slug === 'uploaded-file-too-large' || status === 413) return 'file-too-large';
  if (slug === 'uploaded-file-empty') return 'file-empty';
  if (slug?.startsWith('uploaded-file') || slug?.startsWith('video-')) return 'upload-refused';
  if (slug === 'authentication-invalid-upload-token') return 'token-invalid';
  if (status === 401) return 'token-invalid';
  if (status === 403) return 'grant-refused';
  if (status === 404 || status === 410) return 'not-found';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'service-unavailable' : 'request-refused';
}

async function readProblem(response: Response): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!response.headers.get('content-type')?.includes('json')) {
    // Not read, so it must be let go: an unread body keeps its connection. Not waited for: where the page has
    // cloned the answer, as monitors do, that takes as long as the clone lives.
    void response.body?.cancel().catch(() => {});
    return undefined;
  }
  return readRecord(parseJson(await readBodyText(response, MAX_PROBLEM_BYTES).catch(() => undefined)));
}

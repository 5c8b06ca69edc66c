import { problemToError } from '../../client/problem.ts';
import { isTransientStatus, retryAfter } from '../../core/async/backoff.ts';
import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import type { PartResult } from '../ports/transport.ts';

type Refusal = Exclude<PartResult, { kind: 'stored' | 'already-stored' }>;

/** The reaction to an answer that is not a success. */
export async function classifyResponse(response: Response): Promise<Refusal> {
  const { status } = response;
  const error = await problemToError(response, 'The upload');
  if (isTransientStatus(status)) {
    const known = status === 429 || status >= 500;
    return {
      kind: 'retry',
      error: known ? error : new VhError('service-unavailable', error.message, { status }),
      retryAfterMs: retryAfter(response.headers),
    };
  }
  if (status === 413) return { kind: 'too-large', error };
  if (status === 401 || status === 403) return { kind: 'unauthorized', error };
  const plain = isVhError(error, 'request-refused');
  const refusal = plain ? new VhError('upload-refused', error.message, { status, slug: error.slug }) : error;
  // 409: it is elsewhere than we think. Asked again, it may say where; if it never does, that is the end of it.
  return status === 409
    ? { kind: 'retry', error: refusal, retryAfterMs: retryAfter(response.headers) }
    : { kind: 'fatal', error: refusal };
}

import { parseGrant, type Grant, type GrantFile, type GrantReason } from '../core/wire/grant.ts';
import { isVhError } from '../core/errors/vh-error.ts';
import { refusedAs, requestBackend, type RequestOptions } from './request.ts';

/** The request for a grant. */
export interface GrantQuestion {
  file: GrantFile;
  reason?: GrantReason;
  /** The video of an upload that resumes, or an existing empty video. */
  videoId?: string | undefined;
  /** The `claim` of the last grant for that video. */
  claim?: string | undefined;
  /** The page's own data about the file. The backend's `authorize` receives it. */
  metadata?: Readonly<Record<string, string>> | undefined;
  /** A random name of this upload, 16 to 64 letters and digits: a repeated request creates no second video. */
  idempotencyKey?: string | undefined;
}

/** Asks a page backend for a grant. */
export async function fetchGrant(
  backend: string,
  { file, reason = 'start', videoId, claim, idempotencyKey, metadata }: GrantQuestion,
  options?: RequestOptions,
): Promise<Grant> {
  const body = {
    action: reason === 'start' ? 'upload' : 'refresh',
    file: { name: file.name, size: file.size, type: file.type },
    ...{ videoId, claim, idempotencyKey, metadata },
  };
  const request = { what: 'The request for an upload grant', body };
  const answer = await requestBackend(backend, '/grants', request, options)
    .catch(refusedAs('grant-refused', 'token-invalid', 'request-refused'))
    .catch(async (error: unknown) => {
      // A video may be gone; an address that makes a new one may not.
      if (videoId !== undefined || !isVhError(error, 'not-found')) throw error;
      // A mistake of the page's author: the words for it are loaded with the first one, as all that is said to authors.
      const words = await import('./no-backend.ts').catch(() => undefined);
      throw words?.noBackend(error) ?? error;
    });
  return parseGrant(answer);
}

import type { BackendCredentials } from '../core/config.ts';
import { parseGrant, type Grant, type GrantFile, type GrantReason } from '../core/wire/grant.ts';
import { VhError, isVhError } from '../core/errors/vh-error.ts';
import { browserRequestEnvironment, requestJson, type RequestEnvironment } from './request.ts';

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
  options: {
    signal?: AbortSignal | undefined;
    retries?: number | undefined;
    credentials?: BackendCredentials | undefined;
    environment?: RequestEnvironment;
  } = {},
): Promise<Grant> {
  const answer = await requestJson(
    {
      url: `${backend.replace(/\/+$/, '')}/grants`,
      what: 'The request for an upload grant',
      method: 'POST',
      headers: { 'x-vh-request': '1' },
      body: {
        action: reason === 'start' ? 'upload' : 'refresh',
        file: { name: file.name, size: file.size, type: file.type },
        videoId,
        claim,
        idempotencyKey,
        metadata,
      },
      signal: options.signal,
      retries: options.retries,
      credentials: options.credentials,
      isForBackend: true,
    },
    options.environment ?? browserRequestEnvironment,
  ).catch((error: unknown) => {
    if (!isVhError(error, 'token-invalid') && !isVhError(error, 'request-refused')) throw error;
    const { message, status, slug } = error;
    throw new VhError('grant-refused', message, { cause: error, status, slug });
  });
  return parseGrant(answer);
}

import { VhError, type VhErrorCode } from '../../core/errors/vh-error.ts';

/** The error for media whose request got `status`. */
export function statusError(status: number, what: string, cause?: unknown): VhError {
  return new VhError(statusCode(status), `${what} was answered with ${String(status)}.`, { status, cause });
}

function statusCode(status: number): VhErrorCode {
  if (status === 404 || status === 410) return 'media-not-found';
  if (status === 401 || status === 403) return 'media-forbidden';
  return 'media-network';
}

import { isVhError, VhError } from '../core/errors/vh-error.ts';

/** An error of ours as it is; another one without its message: a browser's own words may quote a header's value. */
export function asKnownError(error: unknown): VhError {
  if (isVhError(error)) return error;
  const name = error instanceof Error ? error.name : typeof error;
  return new VhError('unexpected-answer', `The upload failed with an unexpected error (${name}).`);
}

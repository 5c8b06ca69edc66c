import type { VhError } from '../core/vh-error.ts';

/** Converts the error to a `MediaError`, which scripts cannot construct. */
export function toMediaError(error: VhError): MediaError {
  return Object.create(MediaError.prototype, {
    code: { value: mediaErrorCode(error) },
    message: { value: error.message },
  }) as MediaError;
}

/** The `MediaError.code` that corresponds to the error. */
export function mediaErrorCode(error: VhError): number {
  if (error.code === 'media-network' || error.code === 'network' || error.code === 'timeout') return 2;
  return error.code === 'media-decode' ? 3 : 4;
}

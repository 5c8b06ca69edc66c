import type { VhError } from '../core/vh-error.ts';

/** The error as a native media element has it: browsers make none for others. */
export function toMediaError(error: VhError): MediaError {
  return Object.create(MediaError.prototype, {
    code: { value: mediaErrorCode(error) },
    message: { value: error.message },
  }) as MediaError;
}

/** The number that `HTMLMediaElement.error.code` has for such an end. */
export function mediaErrorCode(error: VhError): number {
  if (error.code === 'media-network' || error.code === 'network' || error.code === 'timeout') return 2;
  return error.code === 'media-decode' ? 3 : 4;
}

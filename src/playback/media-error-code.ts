import type { VhError } from '../core/vh-error.ts';

/** The number that `HTMLMediaElement.error.code` has for such an end. */
export function mediaErrorCode(error: VhError): number {
  if (error.code === 'media-network' || error.code === 'network' || error.code === 'timeout') return 2;
  return error.code === 'media-decode' ? 3 : 4;
}

import type { VhError } from '../../core/errors/vh-error.ts';

/** Converts the error to a `MediaError`, which scripts cannot construct. */
export function toMediaError({ code, message }: VhError): MediaError {
  const number = /network|timeout/.test(code) ? 2 : code === 'media-decode' ? 3 : 4;
  return Object.create(MediaError.prototype, {
    code: { value: number },
    message: { value: message },
  }) as MediaError;
}

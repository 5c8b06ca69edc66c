import type { VhError } from '../core/errors/vh-error.ts';

/** A promise that its owner settles. An unhandled rejection is silent. */
export class Deferred {
  readonly promise: Promise<void>;
  resolve!: () => void;
  reject!: (error: DOMException) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.promise.catch(() => {});
  }
}

/** The rejection of `play()` when the media cannot be played. */
export function notSupported(): DOMException {
  return new DOMException('The media cannot be played.', 'NotSupportedError');
}

/** The rejection of `play()` when `pause()` came before the media played. */
export function aborted(): DOMException {
  return new DOMException('play() was interrupted by pause().', 'AbortError');
}

/** Converts the error to a `MediaError`, which scripts cannot construct. */
export function toMediaError({ code, message }: VhError): MediaError {
  const number = /network|timeout/.test(code) ? 2 : code === 'media-decode' ? 3 : 4;
  return Object.create(MediaError.prototype, {
    code: { value: number },
    message: { value: message },
  }) as MediaError;
}

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

/** Seconds: less is not worth playing. */
const LEAST_S = 0.1;

/** True when a video has something to play from where it is, with nothing more to come. */
export function hasMore({ error, buffered, currentTime }: HTMLMediaElement): boolean {
  const isWithin = (at: number) =>
    buffered.start(at) <= currentTime && buffered.end(at) > currentTime + LEAST_S;
  return !error && [...Array(buffered.length).keys()].some(isWithin);
}

/** Converts the error to a `MediaError`, which scripts cannot construct. */
export function toMediaError({ code, message }: VhError): MediaError {
  const number = /network|timeout/.test(code) ? 2 : code === 'media-decode' ? 3 : 4;
  return Object.create(MediaError.prototype, {
    code: { value: number },
    message: { value: message },
  }) as MediaError;
}

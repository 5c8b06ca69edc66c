/** The rejection of `play()` when the media cannot be played. */
export function notSupported(): DOMException {
  return new DOMException('The media cannot be played.', 'NotSupportedError');
}

/** The rejection of `play()` when `pause()` came before the media played. */
export function aborted(): DOMException {
  return new DOMException('play() was interrupted by pause().', 'AbortError');
}

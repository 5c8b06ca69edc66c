/** What `play()` rejects with when the media cannot be played. */
export function notSupported(): DOMException {
  return new DOMException('The media cannot be played.', 'NotSupportedError');
}

/** What `play()` rejects with when `pause()` came before the media played. */
export function aborted(): DOMException {
  return new DOMException('play() was interrupted by pause().', 'AbortError');
}

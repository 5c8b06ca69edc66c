/** The type under which HLS is known to browsers. */
const HLS_TYPE = 'application/vnd.apple.mpegurl';

/** True where hls.js can work. It is preferred to the browser's own HLS: it begins sooner and can be told more. */
export function hasMediaSource(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}

/** What a type is worth here, HLS by way of hls.js included. */
export function canPlay(media: HTMLVideoElement, type = HLS_TYPE): CanPlayTypeResult {
  return media.canPlayType(type) || (/mpegurl/i.test(type) && hasMediaSource() ? 'maybe' : '');
}

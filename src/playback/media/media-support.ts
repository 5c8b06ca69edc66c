/** The MIME type of HLS playlists. */
export const HLS_TYPE = 'application/vnd.apple.mpegurl';

/** True where hls.js works. It is preferred to the browser's own HLS: it starts sooner and has more settings. */
export function hasMediaSource(): boolean {
  return 'MediaSource' in globalThis || managesSources();
}

/** True where the browser manages media sources: they begin, and take data, in its own time. */
export function managesSources(): boolean {
  return 'ManagedMediaSource' in globalThis;
}

/** As `canPlayType()`, with HLS through hls.js included. */
export function canPlay(media: HTMLVideoElement, type = HLS_TYPE): CanPlayTypeResult {
  return media.canPlayType(type) || (/mpegurl/i.test(type) && hasMediaSource() ? 'maybe' : '');
}

/**
 * True in Safari: its own HLS starts at once, continues by AirPlay and saves battery. Others that answer "maybe" begin
 * low and play far behind live. Presentation modes are what only Safari has.
 */
export function prefersNative(media: HTMLVideoElement): boolean {
  return 'webkitSetPresentationMode' in media && media.canPlayType(HLS_TYPE) !== '';
}

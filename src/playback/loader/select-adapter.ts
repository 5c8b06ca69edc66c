import type { VhErrorCode } from '../../core/errors/vh-error.ts';
import { HLS_TYPE, hasMediaSource, prefersNative } from '../support/media-support.ts';
import type { StreamPreferences } from '../stream/stream-preferences.ts';
import type { MediaAddress } from '../source/playback-source.ts';

/** The engines: hls.js, or the browser's native playback. */
export type AdapterName = 'hls.js' | 'native';

/** The media element, and the required features. */
export interface EngineOptions {
  media: HTMLVideoElement;
  preferences: StreamPreferences;
}

/** The engines that can play an address in this browser, the better one first. */
export function adaptersFor(
  { hls }: MediaAddress,
  { media, preferences }: EngineOptions,
): readonly AdapterName[] {
  const engines: AdapterName[] = [];
  if (hls && hasMediaSource()) engines.push('hls.js');
  if (!hls || media.canPlayType(HLS_TYPE) !== '' || engines.length === 0) engines.push('native');
  return hls && (preferences.isBackground || prefersNative(media)) ? engines.reverse() : engines;
}

/** True for a failure that the next engine may not have. */
export function mayHelp(code: VhErrorCode, [next]: readonly AdapterName[]): boolean {
  // Its own playback needs another directive of the page's policy.
  if (code === 'blocked-by-policy') return true;
  // The browser asks for no permission of another origin, and may know codecs that it does not give to scripts.
  if (code === 'media-unsupported' || code === 'media-network') return true;
  // Media that hls.js finds broken are broken, and the browser would be silent about them.
  return code === 'media-decode' && next === 'hls.js';
}

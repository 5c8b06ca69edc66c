import type { VhErrorCode } from '../../core/errors/vh-error.ts';
import { loadHls, loadHlsAdapter, loadLightHls } from '../parts.ts';
import { HLS_TYPE, hasMediaSource, prefersNative } from '../media/media-support.ts';
import type { StreamPreferences } from '../stream/stream-preferences.ts';
import type { MediaAddress } from '../source/playback-source.ts';
import type { AdapterOptions, MediaAdapter } from '../adapters/media-adapter.ts';
import { NativeAdapter } from '../adapters/native-adapter.ts';

/** The adapters: hls.js, or the browser's native playback. */
export type AdapterName = 'hls.js' | 'native';

/** The media element, and the required features. */
export interface AdapterChoice {
  media: HTMLVideoElement;
  preferences: StreamPreferences;
}

/** The adapters that can play an address in this browser, the better one first. */
export function adaptersFor(
  { hls }: MediaAddress,
  { media, preferences }: AdapterChoice,
): readonly AdapterName[] {
  const adapters: AdapterName[] = [];
  if (hls && hasMediaSource()) adapters.push('hls.js');
  if (!hls || media.canPlayType(HLS_TYPE) !== '' || adapters.length === 0) adapters.push('native');
  return hls && (preferences.isBackground || prefersNative(media)) ? adapters.reverse() : adapters;
}

/** True for a failure that the next adapter may not have. */
export function mayHelp(code: VhErrorCode, [next]: readonly AdapterName[]): boolean {
  // Its own playback needs another directive of the page's policy.
  if (code === 'blocked-by-policy') return true;
  // The browser asks for no permission of another origin, and may know codecs that it does not give to scripts.
  if (code === 'media-unsupported' || code === 'media-network') return true;
  // Media that hls.js finds broken are broken, and the browser would be silent about them.
  return code === 'media-decode' && next === 'hls.js';
}

/** Loads the code that plays media in this way; the small build of hls.js unless all of it is needed. */
export async function loadAdapter(
  adapter: AdapterName,
  needsAll: boolean,
): Promise<(options: AdapterOptions) => MediaAdapter> {
  if (adapter === 'native') return (options) => new NativeAdapter(options);
  const [{ HlsAdapter }, { default: Hls }] = await Promise.all([
    loadHlsAdapter(),
    needsAll ? loadHls() : loadLightHls(),
  ]);
  return (options) => new HlsAdapter(options, Hls);
}

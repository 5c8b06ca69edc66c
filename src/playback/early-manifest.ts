import { hasMediaSource, prefersNative } from './support/media-support.ts';
import type { PlaybackSource } from './source/playback-source.ts';

/** Asks for the list of renditions while the code that reads it is on its way. */
export function earlyManifest(
  { media: [address], playlists }: PlaybackSource,
  media: HTMLVideoElement,
  signal: AbortSignal,
): Promise<Response> | undefined {
  if (!address?.hls || playlists.length > 0 || !hasMediaSource() || prefersNative(media)) return undefined;
  const early = fetch(address.url, { signal });
  early.catch(() => {});
  return early;
}

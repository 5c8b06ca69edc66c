import { VhError } from '../core/vh-error.ts';
import type { FeedOptions, MediaFeed } from './media-feed.ts';
import type { MediaAddress } from './viewing.ts';

const HLS_TYPE = 'application/vnd.apple.mpegurl';

/** True where this browser has one of the ways to play such an address. */
export function isPlayable(media: HTMLVideoElement, { hls, type }: MediaAddress): boolean {
  if (hls) return hasMediaSource() || media.canPlayType(HLS_TYPE) !== '';
  return type === undefined || media.canPlayType(type) !== '';
}

/** True where hls.js can work. It is preferred to the browser's own HLS: it begins sooner and can be told more. */
export function hasMediaSource(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}

/** Loads what it takes to play such an address, and nothing else. */
export async function loadFeed({ hls }: MediaAddress): Promise<(options: FeedOptions) => MediaFeed> {
  try {
    if (!hls || !hasMediaSource()) {
      const { NativeFeed } = await import('./native-feed.ts');
      return (options) => new NativeFeed(options);
    }
    const [{ HlsFeed }, { default: Hls }] = await Promise.all([import('./hls-feed.ts'), import('hls.js')]);
    return (options) => new HlsFeed(options, Hls);
  } catch (cause) {
    throw new VhError('media-network', 'A part of the player could not be loaded.', { cause });
  }
}

import { VhError } from '../core/vh-error.ts';
import type { FeedOptions, MediaFeed } from './media-feed.ts';
import { hasMediaSource } from './media-support.ts';
import { NativeFeed } from './native-feed.ts';
import type { MediaAddress } from './viewing.ts';

/** Loads what it takes to play such an address, and nothing else. */
export async function loadFeed({ hls }: MediaAddress): Promise<(options: FeedOptions) => MediaFeed> {
  if (!hls || !hasMediaSource()) return (options) => new NativeFeed(options);
  try {
    const [{ HlsFeed }, { default: Hls }] = await Promise.all([import('./hls-feed.ts'), import('hls.js')]);
    return (options) => new HlsFeed(options, Hls);
  } catch (cause) {
    throw new VhError('media-network', 'A part of the player could not be loaded.', { cause });
  }
}

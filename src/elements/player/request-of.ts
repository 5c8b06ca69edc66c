import { pageConfig } from '../../core/config.ts';
import type { PlaybackRequest } from '../../playback/playback-request.ts';
import type { LightChildren } from './light-children.ts';

/** The attributes of a player that say what to play, and what holds for the page where they are silent. */
export function requestOf(
  player: Omit<PlaybackRequest, 'sources' | 'refusal'>,
  children: LightChildren,
): PlaybackRequest {
  const page = pageConfig();
  const { src, playback, videoId, liveStreamId, token, backend, assetUrl } = player;
  return {
    src: src || undefined,
    playback: playback ?? children.playback,
    videoId,
    liveStreamId,
    token,
    // What is set on the element comes before what holds for the page.
    backend: backend ?? (assetUrl === undefined ? page.backend : undefined),
    assetUrl: assetUrl ?? page.assetUrl,
    sources: children.sources,
  };
}

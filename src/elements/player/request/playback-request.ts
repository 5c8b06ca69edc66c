import { pageConfig } from '../../../core/config.ts';
import type { PlaybackRequest } from '../../../playback/source/playback-request.ts';
import type { LightChildren } from '../media/light-children.ts';

/** The source of a request: a player, or an entry of its playlist. */
export type RequestSource = Omit<
  PlaybackRequest,
  'sources' | 'refusal' | 'backend' | 'credentials' | 'assetUrl'
>;

/** The source of addresses. */
export type RequestOwner = RequestSource & Pick<PlaybackRequest, 'backend' | 'credentials' | 'assetUrl'>;

/** The attributes of a player that say what to play, and what holds for the page where they are silent. */
export function requestOf(
  player: RequestOwner,
  source: RequestSource = player,
  children?: Pick<LightChildren, 'playback' | 'sources'>,
): PlaybackRequest {
  const page = pageConfig();
  const { backend, assetUrl, credentials } = player;
  const { src, playback, videoId, liveStreamId, token, ahead } = source;
  return {
    src: src || undefined,
    playback: playback ?? children?.playback,
    videoId,
    liveStreamId,
    token,
    ahead,
    // The element's own settings come before the page's.
    backend: backend ?? (assetUrl === undefined ? page.backend : undefined),
    credentials: credentials ?? page.credentials,
    assetUrl: assetUrl ?? page.assetUrl,
    sources: children?.sources,
  };
}

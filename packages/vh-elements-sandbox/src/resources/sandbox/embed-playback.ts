import { param, type Exchange } from '../../http/exchange.ts';
import type { Services } from '../../services/services.ts';
import { isPlayable } from '../../packaging/master-playlist.ts';
import { authorizePrivateAsset } from '../assets/private-asset-access.ts';
import { findVideo } from '../videos/videos.ts';
import { findLiveStream } from '../live/live-streams.ts';
import { languageName, type TextTrackKind } from '../../store/media/text-tracks.ts';

/** All that the player needs of a video, and its theme; throws for one that is not there, or not for this viewer. */
export function videoPlayback(services: Services, exchange: Exchange): Record<string, unknown> {
  const { origin } = exchange;
  const video = findVideo(services, param(exchange, 'videoId'));
  const { videoId } = video;
  const renditions = services.encodings.renditions(videoId);
  const { state, probe } = services.encodings.get(videoId) ?? {};
  const { prefix, query, session } = authorizeEmbed(services, exchange, {
    isPublic: video.public,
    mediaId: videoId,
    name: 'videoId',
    page: `/embed/vod/${videoId}`,
  });
  const base = `${origin}/assets/vod/${videoId}${prefix('token')}`;
  const hasMp4 = renditions.some(({ type, status }) => type === 'mp4' && status === 'encoded');
  const tracks = (kind: TextTrackKind) =>
    services.textTracks.list(videoId, kind).map(({ language, isDefault }) => ({
      src: `${base}/${kind}/${language}.vtt${query}`,
      language,
      label: languageName(language),
      default: isDefault,
    }));
  return {
    kind: 'video',
    id: videoId,
    state: isPlayable(renditions) ? 'playable' : state === 'failed' ? 'failed' : 'processing',
    title: video.title,
    isPublic: video.public,
    hls: `${base}/hls/manifest.m3u8${query}`,
    ...(hasMp4 ? { mp4: `${base}/mp4/source.mp4${query}` } : {}),
    poster: `${base}/thumbnail.jpg${query}`,
    duration: probe?.seconds,
    playlists: [],
    captions: tracks('captions'),
    chapters: tracks('chapters'),
    collector: `${origin}/collector`,
    ...session,
    ...themeOf(services, origin, video.playerId),
  };
}

/** All that the player needs of a live stream; throws for one that is not there, or not for this viewer. */
export function livePlayback(services: Services, exchange: Exchange): Record<string, unknown> {
  const { origin } = exchange;
  const liveStream = findLiveStream(services, exchange);
  const { liveStreamId } = liveStream;
  const { prefix, query, session } = authorizeEmbed(services, exchange, {
    isPublic: liveStream.public,
    mediaId: liveStreamId,
    name: 'liveStreamId',
    page: `/embed/live/${liveStreamId}`,
  });
  const base = `${origin}/assets/live${prefix('private')}/${liveStreamId}`;
  return {
    kind: 'live-stream',
    id: liveStreamId,
    state: 'playable',
    title: liveStream.name,
    isPublic: liveStream.public,
    hls: `${base}.m3u8${query}`,
    poster: `${base}/thumbnail.jpg${query}`,
    playlists: [],
    captions: [],
    chapters: [],
    collector: `${origin}/collector`,
    ...session,
    ...themeOf(services, origin, liveStream.playerId),
  };
}

interface EmbedTarget {
  isPublic: boolean;
  mediaId: string;
  name: 'videoId' | 'liveStreamId';
  page: string;
}

/**
 * Swaps the token of a private page for a session, which every address then carries: it is the same viewer who loads the
 * poster, the playlist and the captions, in whatever order.
 */
function authorizeEmbed(
  services: Services,
  exchange: Exchange,
  { isPublic, mediaId, name, page }: EmbedTarget,
): { prefix: (folder: string) => string; query: string; session: { session?: string } } {
  if (isPublic) return { prefix: () => '', query: '', session: {} };
  // A session alone opens it as well; the address has a place for a token all the same.
  const given = exchange.query.get('token') ?? '';
  const token = /^[\w-]{1,64}$/.test(given) ? given : 'none';
  const session = authorizePrivateAsset(services, exchange, {
    mediaId,
    name,
    token,
    use: 'playback',
    cookiePath: page,
  })();
  return {
    prefix: (folder) => `/${folder}/${token}`,
    query: session === undefined ? '' : `?avh=${session}`,
    // For the page, which may have to ask once more.
    session: session === undefined ? {} : { session },
  };
}

function themeOf({ players }: Services, origin: string, playerId: string | null): Record<string, unknown> {
  const player = playerId === null ? undefined : players.get(playerId);
  if (!player) return {};
  const { theme, logo } = player;
  const src = `${origin}/assets/player/${player.playerId}/logo.png`;
  const shown = { ...theme, ...(logo ? { logo: { src, href: logo.link ?? undefined } } : {}) };
  return { theme: shown, allowsApi: theme.enableApi };
}

import type { Exchange } from '../http/exchange.ts';
import type { House } from '../house.ts';
import { isPlayable } from '../packaging/master-playlist.ts';
import { languageName, type TextTrackKind } from '../store/text-tracks.ts';

/** All that the player needs of a video, and its theme; nothing for one that is not there, or private without a token. */
export function videoPlayback(
  house: House,
  { origin, query }: Exchange,
  videoId: string,
): Record<string, unknown> | undefined {
  const video = house.videos.get(videoId);
  const token = query.get('token');
  if (!video || (!video.public && token === null)) return undefined;
  const renditions = house.encodings.renditions(videoId);
  const { state, probe } = house.encodings.get(videoId) ?? {};
  const folder = `${origin}/assets/vod/${videoId}`;
  const base = video.public ? folder : `${folder}/token/${encodeURIComponent(token ?? '')}`;
  const session = sessionQuery(query);
  const hasMp4 = renditions.some(({ type, status }) => type === 'mp4' && status === 'encoded');
  const tracks = (kind: TextTrackKind) =>
    house.textTracks.list(videoId, kind).map(({ language, isDefault }) => ({
      src: `${base}/${kind}/${language}.vtt${session}`,
      language,
      label: languageName(language),
      default: isDefault,
    }));
  return {
    kind: 'video',
    id: videoId,
    state: isPlayable(renditions) ? 'playable' : state === 'failed' ? 'failed' : 'processing',
    title: video.title,
    hls: `${base}/hls/manifest.m3u8${session}`,
    ...(hasMp4 ? { mp4: `${base}/mp4/source.mp4${session}` } : {}),
    poster: `${base}/thumbnail.jpg${session}`,
    duration: probe?.seconds,
    playlists: [],
    captions: tracks('captions'),
    chapters: tracks('chapters'),
    collector: `${origin}/collector`,
    ...themeOf(house, origin, video.playerId),
  };
}

/** All that the player needs of a live stream; nothing for one that is not there. */
export function livePlayback(
  { liveStreams }: House,
  { origin, query }: Exchange,
  liveStreamId: string,
): Record<string, unknown> | undefined {
  const liveStream = liveStreams.get(liveStreamId);
  if (!liveStream) return undefined;
  const token = query.get('token');
  const folder = `${origin}/assets/live`;
  const base = token === null ? folder : `${folder}/private/${encodeURIComponent(token)}`;
  return {
    kind: 'live-stream',
    id: liveStreamId,
    state: 'playable',
    title: liveStream.name,
    hls: `${base}/${liveStreamId}.m3u8${sessionQuery(query)}`,
    poster: `${folder}/${liveStreamId}/thumbnail.jpg`,
    playlists: [],
    captions: [],
    chapters: [],
    collector: `${origin}/collector`,
  };
}

function sessionQuery(query: URLSearchParams): string {
  const session = query.get('avh');
  return session === null ? '' : `?avh=${encodeURIComponent(session)}`;
}

function themeOf({ players }: House, origin: string, playerId: string | null): Record<string, unknown> {
  const player = playerId === null ? undefined : players.get(playerId);
  if (!player) return {};
  const { theme, logo } = player;
  const picture = logo ? `${origin}/assets/player/${player.playerId}/logo.png` : null;
  return { theme: { ...theme, logo: picture, link: logo?.link ?? null } };
}

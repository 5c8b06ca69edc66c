import { timestamp } from '../http/timestamp.ts';
import type { Source } from '../store/sources.ts';
import type { Video } from '../store/videos.ts';

/** A video as the service answers it, every address on the origin that was asked. */
export function videoBody(video: Video, source: Source | undefined, origin: string): Record<string, unknown> {
  const { videoId, createdAt, updatedAt } = video;
  return {
    videoId,
    title: video.title,
    description: video.description,
    public: video.public,
    panoramic: video.panoramic,
    mp4Support: video.mp4Support,
    ...(video.playerId === null ? {} : { playerId: video.playerId }),
    tags: video.tags,
    metadata: video.metadata,
    source: sourceBody(video, source),
    assets: assetsBody(video, origin),
    createdAt: timestamp(createdAt),
    publishedAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}

function sourceBody({ videoId, liveStreamId }: Video, source: Source | undefined): Record<string, unknown> {
  const uri = `/videos/${videoId}/source`;
  if (liveStreamId === null) return { uri, ...(source ? { type: 'upload' } : {}) };
  const links = [{ rel: 'self', uri: `/live-streams/${liveStreamId}` }];
  return { uri, type: 'liveStream', liveStream: { liveStreamId, links } };
}

function assetsBody({ videoId, mp4Support }: Video, origin: string): Record<string, string> {
  const player = `${origin}/embed/vod/${videoId}`;
  const base = `${origin}/assets/vod/${videoId}`;
  return {
    iframe: `<iframe src="${player}" width="100%" height="100%" frameborder="0" scrolling="no" allowfullscreen="true"></iframe>`,
    player,
    hls: `${base}/hls/manifest.m3u8`,
    thumbnail: `${base}/thumbnail.jpg`,
    ...(mp4Support ? { mp4: `${base}/mp4/source.mp4` } : {}),
  };
}

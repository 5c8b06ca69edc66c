import type { ValueOf } from '../../http/values/shape.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { Services } from '../../services/services.ts';
import type { Source } from '../../store/media/sources.ts';
import type { Video } from '../../store/media/videos.ts';
import { assetAddress } from '../assets/asset-address.ts';
import type { VIDEO } from './video-operations.ts';

/**
 * A video as the service answers it, every address on the origin that was asked. Each time that a private one is shown,
 * its addresses hold a new token.
 */
export function videoBody(services: Services, video: Video, origin: string): ValueOf<typeof VIDEO> {
  const source = services.sources.get(video.videoId);
  const { videoId, createdAt, updatedAt } = video;
  return {
    videoId,
    title: video.title,
    description: video.description,
    public: video.public,
    panoramic: video.panoramic,
    mp4Support: video.mp4Support,
    ...(video.playerId === null ? {} : { playerId: video.playerId }),
    tags: [...video.tags],
    metadata: [...video.metadata],
    source: sourceBody(video, source),
    assets: assetsBody(services, video, origin),
    createdAt: timestamp(createdAt),
    publishedAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}

function sourceBody(
  { videoId, liveStreamId }: Video,
  source: Source | undefined,
): ValueOf<typeof VIDEO>['source'] {
  const uri = `/videos/${videoId}/source`;
  if (liveStreamId === null) return { uri, ...(source ? { type: typeOf(source) } : {}) };
  const links = [{ rel: 'self', uri: `/live-streams/${liveStreamId}` }];
  return { uri, type: 'liveStream', liveStream: { liveStreamId, links } };
}

function typeOf({ form }: Source): 'upload' | 'url' | 'clone' {
  return form === 'url' || form === 'clone' ? form : 'upload';
}

function assetsBody(services: Services, video: Video, origin: string): ValueOf<typeof VIDEO>['assets'] {
  const { folder, player } = assetAddress(services, video, origin);
  return {
    iframe: `<iframe src="${player}" width="100%" height="100%" frameborder="0" scrolling="no" allowfullscreen="true"></iframe>`,
    player,
    hls: `${folder}/hls/manifest.m3u8`,
    thumbnail: `${folder}/thumbnail.jpg`,
    ...(video.mp4Support ? { mp4: `${folder}/mp4/source.mp4` } : {}),
  };
}

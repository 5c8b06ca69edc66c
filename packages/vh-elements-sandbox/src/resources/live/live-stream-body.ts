import type { ValueOf } from '../../http/values/shape.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import type { Services } from '../../services/services.ts';
import type { LiveStream } from '../../store/media/live-streams.ts';
import { liveAssetAddress } from '../assets/asset-address.ts';
import type { LIVE_STREAM } from './live-stream-operations.ts';

/**
 * A live stream as the service answers it, every address on the origin that was asked. Each time that a private one is
 * shown, its addresses hold a new token.
 */
export function liveStreamBody(
  services: Services,
  liveStream: LiveStream,
  origin: string,
): ValueOf<typeof LIVE_STREAM> {
  const { liveStreamId, name, streamKey, record, playerId, restreams, createdAt, updatedAt } = liveStream;
  const { base, player } = liveAssetAddress(services, liveStream, origin);
  return {
    liveStreamId,
    name,
    streamKey,
    public: liveStream.public,
    record,
    assets: {
      iframe: `<iframe src="${player}" width="100%" height="100%" frameborder="0" scrolling="no" allowfullscreen="true"></iframe>`,
      player,
      hls: `${base}.m3u8`,
      thumbnail: `${base}/thumbnail.jpg`,
    },
    ...(playerId === null ? {} : { playerId }),
    broadcasting: services.live.isBroadcasting(liveStreamId),
    restreams: restreams.map((restream) => ({
      name: restream.name,
      serverUrl: restream.serverUrl,
      streamKey: restream.streamKey,
    })),
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}

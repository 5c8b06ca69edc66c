import { timestamp } from '../http/timestamp.ts';
import type { LiveStream } from '../store/live-streams.ts';

/** A live stream as the service answers it, every address on the origin that was asked. */
export function liveStreamBody(
  liveStream: LiveStream,
  isBroadcasting: boolean,
  origin: string,
): Record<string, unknown> {
  const { liveStreamId, name, streamKey, record, playerId, restreams, createdAt, updatedAt } = liveStream;
  const player = `${origin}/embed/live/${liveStreamId}`;
  const base = `${origin}/assets/live/${liveStreamId}`;
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
    broadcasting: isBroadcasting,
    restreams: restreams.map((restream) => ({
      name: restream.name,
      serverUrl: restream.serverUrl,
      streamKey: restream.streamKey,
    })),
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}

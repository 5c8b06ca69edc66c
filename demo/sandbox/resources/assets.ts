import { existsSync } from 'node:fs';
import { param, type Exchange } from '../http/exchange.ts';
import { notFound } from '../http/problem.ts';
import { sendEmpty } from '../http/respond.ts';
import { sendBytes, sendFile, sendText } from '../http/send-bytes.ts';
import type { House, Room } from '../house.ts';
import { isPlayable, masterPlaylist, subtitlePlaylist } from '../packaging/master-playlist.ts';
import { findVideo } from './videos.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';
const SEGMENT = /^(?:init\.mp4|\d{1,7}\.m4s)$/;
const QUALITY = /^\d{3,4}p$/;

/** What players load: playlists, segments, the MP4. Names are matched whole, so none leads out of the folder. */
export const assetsRoom: Room = (house) => {
  const { router, encodings, folder } = house;

  router.open('GET', '/assets/vod/:videoId/hls/manifest.m3u8', (exchange) => {
    const { videoId } = findVideo(house, param(exchange, 'videoId'));
    const renditions = encodings.renditions(videoId);
    if (!isPlayable(renditions)) {
      exchange.response.setHeader('cache-control', 'no-store');
      sendEmpty(exchange, 202);
      return;
    }
    sendText(exchange, masterPlaylist(renditions, house.textTracks.subtitles(videoId)), PLAYLIST);
  });

  router.open('GET', '/assets/vod/:videoId/hls/captions/:file', (exchange) => {
    const { videoId } = findVideo(house, param(exchange, 'videoId'));
    const language = /^([A-Za-z0-9-]+)\.m3u8$/.exec(param(exchange, 'file'))?.[1];
    if (language === undefined || !house.textTracks.get(videoId, 'captions', language))
      throw notFound('language');
    sendText(exchange, subtitlePlaylist(language, encodings.get(videoId)?.probe?.seconds ?? 0), PLAYLIST);
  });

  router.open('GET', '/assets/vod/:videoId/hls/:quality/:file', async (exchange) => {
    const { videoId } = findVideo(house, param(exchange, 'videoId'));
    const quality = param(exchange, 'quality');
    const file = param(exchange, 'file');
    if (!QUALITY.test(quality)) throw notFound('quality');
    if (file === 'playlist.m3u8') {
      await sendFile(exchange, folder.assets(videoId, 'hls', quality, file), PLAYLIST, false);
      return;
    }
    if (!SEGMENT.test(file)) throw notFound('asset');
    const type = file === 'init.mp4' ? 'video/mp4' : 'video/iso.segment';
    await sendFile(exchange, folder.assets(videoId, 'hls', quality, file), type, true);
  });

  router.open('GET', '/assets/vod/:videoId/mp4/source.mp4', (exchange) => sendMp4(house, exchange));
};

async function sendMp4(house: House, exchange: Exchange): Promise<void> {
  const { encodings, sources, folder } = house;
  const { videoId } = findVideo(house, param(exchange, 'videoId'));
  const ready = encodings
    .renditions(videoId)
    .some(({ type, status }) => type === 'mp4' && status === 'encoded');
  if (!ready) throw notFound('asset');
  if (exchange.query.get('dl') === '1') {
    exchange.response.setHeader('content-disposition', 'attachment; filename="source.mp4"');
  }
  const made = folder.assets(videoId, 'mp4', 'source.mp4');
  if (existsSync(made)) {
    await sendFile(exchange, made, 'video/mp4', true);
    return;
  }
  // The source is an MP4 already: it is served from where it was stored.
  const files = sources.extents(videoId).map(({ file, size }) => ({ path: folder.extent(file), size }));
  await sendBytes(exchange, { files, type: 'video/mp4', etag: `"${videoId}"`, immutable: true });
}

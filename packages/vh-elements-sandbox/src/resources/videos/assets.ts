import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { param, type Exchange } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { sendEmpty } from '../../http/respond.ts';
import { sendBytes, sendFile, sendText } from '../../http/send/send-bytes.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import { carrySession } from '../../packaging/carry-session.ts';
import { isPlayable, masterPlaylist, subtitlePlaylist } from '../../packaging/master-playlist.ts';
import { onAsset, type AssetAccess } from './asset-access.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';
const SEGMENT = /^(?:init\.mp4|\d{1,7}\.m4s)$/;
const QUALITY = /^\d{3,4}p$/;

/** The files that players load: playlists, segments, the MP4. Names are matched whole, so none leads out of the folder. */
export const registerAssetsRoutes: RegisterRoutes = (services) => {
  const { encodings, folder } = services;

  onAsset(services, '/hls/manifest.m3u8', (exchange, { video: { videoId }, startSession }) => {
    const renditions = encodings.renditions(videoId);
    if (!isPlayable(renditions)) {
      // A waiting player asks with the same token again and again: only the playlist itself uses it up.
      exchange.response.setHeader('cache-control', 'no-store');
      sendEmpty(exchange, 202);
      return;
    }
    sendPlaylist(
      exchange,
      masterPlaylist(renditions, services.textTracks.subtitles(videoId)),
      startSession(),
    );
  });

  onAsset(services, '/hls/captions/:file', (exchange, { video: { videoId }, startSession }) => {
    const language = /^([A-Za-z0-9-]+)\.m3u8$/.exec(param(exchange, 'file'))?.[1];
    if (language === undefined || !services.textTracks.get(videoId, 'captions', language))
      throw notFound('language');
    const seconds = encodings.get(videoId)?.probe?.seconds ?? 0;
    sendPlaylist(exchange, subtitlePlaylist(language, seconds), startSession());
  });

  onAsset(services, '/hls/:quality/:file', async (exchange, { video: { videoId }, startSession }) => {
    const quality = param(exchange, 'quality');
    const file = param(exchange, 'file');
    if (!QUALITY.test(quality)) throw notFound('quality');
    const isPlaylist = file === 'playlist.m3u8' || file === 'iframes.m3u8';
    if (!isPlaylist && !SEGMENT.test(file)) throw notFound('asset');
    const path = folder.assets(videoId, 'hls', quality, file);
    if (!existsSync(path)) throw notFound('asset');
    const session = startSession();
    if (!isPlaylist) {
      const type = file === 'init.mp4' ? 'video/mp4' : 'video/iso.segment';
      await sendFile(exchange, path, type, true);
    } else if (session === undefined) await sendFile(exchange, path, PLAYLIST, false);
    else sendPlaylist(exchange, await readFile(path, 'utf8'), session);
  });

  onAsset(services, '/mp4/source.mp4', (exchange, access) => sendMp4(services, exchange, access));
};

function sendPlaylist(exchange: Exchange, playlist: string, session: string | undefined): void {
  sendText(exchange, session === undefined ? playlist : carrySession(playlist, session), PLAYLIST);
}

async function sendMp4(
  services: Services,
  exchange: Exchange,
  { video, startSession }: AssetAccess,
): Promise<void> {
  const { encodings, sources, folder } = services;
  const { videoId, mp4Support } = video;
  const ready = encodings
    .renditions(videoId)
    .some(({ type, status }) => type === 'mp4' && status === 'encoded');
  if (!ready || !mp4Support) throw notFound('asset');
  startSession();
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

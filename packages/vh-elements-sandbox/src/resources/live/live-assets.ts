import { existsSync } from 'node:fs';
import { param, type Exchange } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { sendEmpty } from '../../http/respond.ts';
import { sendFile } from '../../http/send/send-bytes.ts';
import type { Services, RegisterRoutes } from '../../services/services.ts';
import { checkAhead, isThere, readDirectives } from '../../live/hls/delivery-directives.ts';
import { mediaPlaylist } from '../../live/hls/media-playlist.ts';
import { multivariantPlaylist } from '../../live/hls/multivariant-playlist.ts';
import type { Presentation } from '../../live/hls/presentation.ts';
import { TARGET_SECONDS } from '../../live/hls/timing.ts';
import { carrySession } from '../../packaging/carry-session.ts';
import type { LiveStream } from '../../store/media/live-streams.ts';
import { onLiveAsset, type LiveAssetAccess } from './live-asset-access.ts';
import type { StartSession } from '../assets/private-asset-access.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';
const SEGMENT = 'video/iso.segment';
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** No answer is kept back longer; while no source is there, hardly at all: players give up on slow answers. */
const WAIT_MS = TARGET_SECONDS * 3 * 1000;
const OFFLINE_WAIT_MS = 1_000;

/** The files that players of live streams load: playlists, which may wait for the requested part, and media. */
export const registerLiveAssetsRoutes: RegisterRoutes = (services) => {
  onLiveAsset(services, '/:file', (exchange, access) => {
    sendMultivariant(services, exchange, access);
  });
  onLiveAsset(services, '/:liveStreamId/playlist.m3u8', (exchange, access) =>
    sendPlaylist(services, exchange, access),
  );
  onLiveAsset(services, '/:liveStreamId/:session/:file', (exchange, access) =>
    sendMedia(services, exchange, access),
  );
};

/** Answers the playlist that names the others; before the first broadcast, that there is none yet. */
function sendMultivariant(
  services: Services,
  exchange: Exchange,
  { liveStream, startSession }: LiveAssetAccess,
): void {
  const { liveStreamId } = liveStream;
  const channel = services.live.channel(liveStreamId);
  if (!channel?.presentation || !channel.tracks) {
    // A waiting player asks with the same token again and again: only the playlist itself uses it up.
    exchange.response.setHeader('cache-control', 'no-store');
    sendEmpty(exchange, 202);
    return;
  }
  const playlist = multivariantPlaylist(
    channel.tracks,
    channel.presentation,
    `${liveStreamId}/playlist.m3u8`,
  );
  sendText(exchange, playlist, startSession(), 'no-cache');
}

/** Answers the media playlist, once it holds what the player asks for. */
async function sendPlaylist(
  services: Services,
  exchange: Exchange,
  { liveStream, startSession }: LiveAssetAccess,
): Promise<void> {
  const directives = readDirectives(exchange.query);
  const presentation = find(services, liveStream);
  checkAhead(directives, presentation);
  const session = startSession();
  const isBroadcasting = services.live.isBroadcasting(liveStream.liveStreamId);
  const waitMs = isBroadcasting ? WAIT_MS : OFFLINE_WAIT_MS;
  const isReady = () => isThere(directives, presentation);
  const ready = await presentation.until(isReady, waitMs, goneSignal(exchange));
  // Without a source nothing new comes: then the old is answered, which a player takes better than a failure.
  const blocked = directives.sequence !== undefined;
  const caching = blocked && ready ? `public, max-age=${String(TARGET_SECONDS * 6)}` : 'no-cache';
  const playlist = mediaPlaylist(presentation, directives.skip);
  sendText(exchange, playlist, session, presentation.ended ? 'no-cache' : caching);
}

/** Answers an initialisation, a segment, or a part, of which the next one may be asked for before it is there. */
async function sendMedia(
  services: Services,
  exchange: Exchange,
  { liveStream, startSession }: LiveAssetAccess,
): Promise<void> {
  const presentation = find(services, liveStream);
  if (param(exchange, 'session') !== String(presentation.session)) throw notFound('asset');
  const [, kind, digits] =
    /^(init|segment|part)-(\d{1,15})\.(?:mp4|m4s)$/.exec(param(exchange, 'file')) ?? [];
  const number = Number(digits);
  if (kind === 'init') {
    const init = presentation.init(number);
    if (!init) throw notFound('asset');
    startSession();
    send(exchange, init, 'video/mp4', IMMUTABLE);
  } else if (kind === 'part') await sendPart(exchange, presentation, number, startSession);
  else if (kind === 'segment') await sendSegment(exchange, presentation, number, startSession);
  else throw notFound('asset');
}

async function sendPart(
  exchange: Exchange,
  presentation: Presentation,
  number: number,
  startSession: StartSession,
): Promise<void> {
  if (number === presentation.nextPart && !presentation.ended) {
    const isDecided = () => presentation.nextPart > number || presentation.ended;
    await presentation.until(isDecided, WAIT_MS, goneSignal(exchange));
  }
  const part = presentation.part(number);
  if (!part) throw notFound('asset');
  startSession();
  send(exchange, part, SEGMENT, IMMUTABLE);
}

async function sendSegment(
  exchange: Exchange,
  presentation: Presentation,
  sequence: number,
  startSession: StartSession,
): Promise<void> {
  const bytes = presentation.pending(sequence);
  const file = presentation.file(sequence);
  if (!bytes && !existsSync(file)) throw notFound('asset');
  startSession();
  if (bytes) send(exchange, bytes, SEGMENT, IMMUTABLE);
  else await sendFile(exchange, file, SEGMENT, true);
}

function find({ live }: Services, { liveStreamId }: LiveStream): Presentation {
  const presentation = live.channel(liveStreamId)?.presentation;
  if (!presentation) throw notFound('liveStreamId');
  return presentation;
}

/** Aborts when the player has gone away. */
function goneSignal({ response }: Exchange): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  return gone.signal;
}

/** Sends a playlist whose addresses carry the session, where there is one. */
function sendText(exchange: Exchange, playlist: string, session: string | undefined, caching: string): void {
  const text = session === undefined ? playlist : carrySession(playlist, session);
  send(exchange, Buffer.from(text), PLAYLIST, caching);
}

function send({ request, response }: Exchange, bytes: Buffer, type: string, caching: string): void {
  // A private resource has set its own header already.
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', caching);
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

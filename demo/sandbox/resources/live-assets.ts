import { param, type Exchange } from '../http/exchange.ts';
import { notFound } from '../http/problem.ts';
import { sendEmpty } from '../http/respond.ts';
import { sendFile } from '../http/send-bytes.ts';
import type { House, Room } from '../house.ts';
import { checkAhead, isThere, readDirectives } from '../live/hls/delivery-directives.ts';
import { mediaPlaylist } from '../live/hls/media-playlist.ts';
import { multivariantPlaylist } from '../live/hls/multivariant-playlist.ts';
import type { Presentation } from '../live/hls/presentation.ts';
import { TARGET_SECONDS } from '../live/hls/timing.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';
const SEGMENT = 'video/iso.segment';
const FOR_EVER = 'public, max-age=31536000, immutable';
/** No answer is kept back longer; while no source is there, hardly at all: players give up on those that are slow. */
const PATIENCE_MS = TARGET_SECONDS * 3 * 1000;
const PATIENCE_ALONE_MS = 1_000;

/** What players of live streams load: playlists, that may wait for what is asked of them, and media. */
export const liveAssetsRoom: Room = (house) => {
  const { router } = house;

  router.open('GET', '/assets/live/:file', (exchange) => {
    const liveStreamId = /^(\w+)\.m3u8$/.exec(param(exchange, 'file'))?.[1] ?? '';
    sendMultivariant(house, exchange, liveStreamId);
  });
  router.open('GET', '/assets/live/:liveStreamId/playlist.m3u8', (exchange) =>
    sendPlaylist(house, exchange, param(exchange, 'liveStreamId')),
  );
  router.open('GET', '/assets/live/:liveStreamId/:session/:file', (exchange) =>
    sendMedia(house, exchange, param(exchange, 'liveStreamId')),
  );
};

/** Answers the playlist that names the others; before the first broadcast, that there is none yet. */
export function sendMultivariant(house: House, exchange: Exchange, liveStreamId: string): void {
  const channel = house.live.channel(liveStreamId);
  if (!house.liveStreams.get(liveStreamId)) throw notFound('liveStreamId');
  if (!channel?.presentation || !channel.tracks) {
    exchange.response.setHeader('cache-control', 'no-store');
    sendEmpty(exchange, 202);
    return;
  }
  const playlist = multivariantPlaylist(
    channel.tracks,
    channel.presentation,
    `${liveStreamId}/playlist.m3u8`,
  );
  send(exchange, Buffer.from(playlist), PLAYLIST, 'no-cache');
}

/** Answers the media playlist, once it holds what the player asks for. */
export async function sendPlaylist(house: House, exchange: Exchange, liveStreamId: string): Promise<void> {
  const directives = readDirectives(exchange.query);
  const presentation = find(house, liveStreamId);
  checkAhead(directives, presentation);
  const patience = house.live.isBroadcasting(liveStreamId) ? PATIENCE_MS : PATIENCE_ALONE_MS;
  const isReady = () => isThere(directives, presentation);
  const ready = await presentation.until(isReady, patience, goneSignal(exchange));
  // Without a source nothing new comes: then the old is answered, which a player takes better than a failure.
  const blocked = directives.sequence !== undefined;
  const caching = blocked && ready ? `public, max-age=${String(TARGET_SECONDS * 6)}` : 'no-cache';
  const playlist = mediaPlaylist(presentation, directives.skip);
  send(exchange, Buffer.from(playlist), PLAYLIST, presentation.ended ? 'no-cache' : caching);
}

/** Answers an initialisation, a segment, or a part, of which the next one may be asked for before it is there. */
export async function sendMedia(house: House, exchange: Exchange, liveStreamId: string): Promise<void> {
  const presentation = find(house, liveStreamId);
  if (param(exchange, 'session') !== String(presentation.session)) throw notFound('asset');
  const [, kind, digits] =
    /^(init|segment|part)-(\d{1,15})\.(?:mp4|m4s)$/.exec(param(exchange, 'file')) ?? [];
  const number = Number(digits);
  if (kind === 'init') {
    const init = presentation.init(number);
    if (!init) throw notFound('asset');
    send(exchange, init, 'video/mp4', FOR_EVER);
  } else if (kind === 'part') await sendPart(exchange, presentation, number);
  else if (kind === 'segment') await sendSegment(exchange, presentation, number);
  else throw notFound('asset');
}

async function sendPart(exchange: Exchange, presentation: Presentation, number: number): Promise<void> {
  if (number === presentation.nextPart && !presentation.ended) {
    const isDecided = () => presentation.nextPart > number || presentation.ended;
    await presentation.until(isDecided, PATIENCE_MS, goneSignal(exchange));
  }
  const part = presentation.part(number);
  if (!part) throw notFound('asset');
  send(exchange, part, SEGMENT, FOR_EVER);
}

async function sendSegment(exchange: Exchange, presentation: Presentation, sequence: number): Promise<void> {
  const bytes = presentation.pending(sequence);
  if (bytes) send(exchange, bytes, SEGMENT, FOR_EVER);
  else await sendFile(exchange, presentation.file(sequence), SEGMENT, true);
}

function find(house: House, liveStreamId: string): Presentation {
  const presentation = house.live.channel(liveStreamId)?.presentation;
  if (!presentation || !house.liveStreams.get(liveStreamId)) throw notFound('liveStreamId');
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

function send({ request, response }: Exchange, bytes: Buffer, type: string, caching: string): void {
  response.writeHead(200, {
    'content-type': type,
    'content-length': bytes.length,
    'cache-control': caching,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

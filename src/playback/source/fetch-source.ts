import { fetchPlayback } from '../../client/ask-playback.ts';
import { errorOfApiKey } from '../../core/setup/api-key-error.ts';
import { requireId } from '../../core/wire/id.ts';
import { parsePlayback, type Playback } from '../../core/wire/playback.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { expiryOfAnswer, expiryOfWritten, type Expiry } from './expiry.ts';
import type { PlaybackReason, PlaybackRequest } from './playback-request.ts';
import { sourceOfAddresses, type MediaAddress, type PlaybackSource } from './playback-source.ts';

/** Gets the source of a playback, or of a video or live stream by its id. */
export async function fetchSource(
  request: PlaybackRequest,
  reason: PlaybackReason,
  signal: AbortSignal,
): Promise<PlaybackSource> {
  const { refusal, playback, videoId, liveStreamId, backend, credentials, assetUrl, token } = request;
  if (refusal !== undefined) throw errorOfApiKey(refusal);
  const ahead = reason === 'start' ? await request.ahead?.() : undefined;
  if (ahead?.state === 'playable' && !ahead.lifetime?.hasEnded) return ahead;
  if (typeof playback === 'function') return sourceOfAnswer(parsePlayback(await playback(reason)));
  if (typeof playback === 'object') return sourceOfPlayback(parsePlayback(playback));
  const written = writtenPlayback(playback, videoId || liveStreamId);
  if (written && (reason === 'start' || backend === undefined)) {
    const source = sourceOfPlayback(written, expiryOfWritten(written));
    // A page that was kept for a while has addresses that are refused by now.
    if (!source.lifetime?.hasEnded || backend === undefined) return source;
  }
  const kind = written?.kind ?? (videoId ? 'video' : 'live-stream');
  const id = written?.id ?? (videoId || (liveStreamId ?? ''));
  if (backend !== undefined) {
    // In place of addresses that end and captions that have changed, no cache may answer.
    const cache = reason === 'start' || reason === 'processing' ? 'default' : 'no-cache';
    return sourceOfAnswer(await fetchPlayback(backend, { kind, id }, { signal, cache, credentials }));
  }
  if (assetUrl !== undefined) return sourceOfAsset(kind, id, assetUrl, token);
  throw new VhError(
    'invalid-use',
    `A ${kind} id needs a "backend" or an "asset-url" that says where to find it.`,
  );
}

/** The playback that the page's server wrote into the page, unless it is of another video or unreadable. */
function writtenPlayback(text: string | undefined, id: string | undefined): Playback | undefined {
  if (text === undefined) return undefined;
  try {
    const playback = parsePlayback(JSON.parse(text));
    return id === undefined || id === playback.id ? playback : undefined;
  } catch (cause) {
    // With an id there is another way.
    if (id !== undefined) return undefined;
    throw new VhError('unexpected-answer', 'The playback in the page cannot be read.', { cause });
  }
}

/** The source of an id, by the naming scheme of assets alone. */
function sourceOfAsset(kind: Playback['kind'], id: string, assetUrl: string, token?: string): PlaybackSource {
  const base = assetUrl.replace(/\/+$/, '');
  if (kind === 'live-stream') {
    const folder = `${base}/live${token === undefined ? '' : `/private/${encodeURIComponent(token)}`}`;
    return { ...sourceOfAddresses([{ src: `${folder}/${requireId(id)}.m3u8` }]), kind, id };
  }
  const folder = `${base}/vod/${requireId(id)}${token === undefined ? '' : `/token/${encodeURIComponent(token)}`}`;
  return {
    ...sourceOfAddresses([{ src: `${folder}/hls/manifest.m3u8` }]),
    id,
    poster: `${folder}/thumbnail.jpg`,
  };
}

/** The source of a playback that was answered just now. */
function sourceOfAnswer(playback: Playback): PlaybackSource {
  return sourceOfPlayback(playback, expiryOfAnswer(playback));
}

/** The source of a playback. */
function sourceOfPlayback(playback: Playback, lifetime?: Expiry): PlaybackSource {
  const media: MediaAddress[] = [];
  if (playback.hls !== undefined) media.push({ url: playback.hls, hls: true });
  if (playback.mp4 !== undefined) media.push({ url: playback.mp4, hls: false, type: 'video/mp4' });
  return { ...playback, media, lifetime };
}

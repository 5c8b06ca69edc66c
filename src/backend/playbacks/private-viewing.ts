import type { Playback } from '../../core/wire/playback.ts';
import { parseJson, readRecord, readText } from '../../core/wire/read-json.ts';
import type { Service } from '../service/service.ts';

/** A session of the service lives for a day. */
const SESSION_MS = 24 * 60 * 60 * 1000;
/** Longest answer of the service to a token that becomes a session. */
const MAX_ANSWER_BYTES = 4 * 1024;

/**
 * Makes a session of a private playback's one-time token, for one viewing alone: its addresses then hold for all that a
 * player asks, the picture, a second look at the manifest and a tab restored from sleep too, and its playlists can be
 * carried along. Undefined when the service makes no session; the token may be used up then.
 */
export async function beginViewing(
  service: Service,
  playback: Playback,
  origins: readonly string[],
): Promise<Playback | undefined> {
  const address = sessionAddress(playback.hls);
  if (!address || !origins.includes(address.origin)) return undefined;
  // Before the service is asked, so that it ends no sooner than this says.
  const issuedAt = Date.now();
  const text = await service.text(address, MAX_ANSWER_BYTES).catch(() => undefined);
  const session = sessionOf(text);
  return session === undefined ? undefined : withSession(playback, session, issuedAt);
}

/** True where a token stands in the playback's address at all. */
export function hasToken({ hls }: Playback): boolean {
  return sessionAddress(hls) !== undefined;
}

/** `…/token/{token}/hls/…` and `…/private/{token}/….m3u8` have their session beside them. */
function sessionAddress(hls: string | undefined): URL | undefined {
  const folder = /^(.*\/(?:token|private)\/[^/?#]+)\/(?:hls\/)?([^/?#]+)\.m3u8$/.exec(hls ?? '');
  if (!folder) return undefined;
  const [, base = '', name = ''] = folder;
  const isLive = base.includes('/private/');
  return new URL(isLive ? `${base}/${name}/session` : `${base}/session`);
}

function sessionOf(text: string | undefined): string | undefined {
  return readText(readRecord(parseJson(text))?.['session_token']) || undefined;
}

function withSession(playback: Playback, session: string, issuedAt: number): Playback {
  const add = (url: string) => {
    const made = new URL(url);
    made.searchParams.set('avh', session);
    return made.href;
  };
  const addTo = (url: string | undefined) => url && add(url);
  const addToEach = <Track extends { src: string }>(tracks: readonly Track[]) =>
    tracks.map((track) => ({ ...track, src: add(track.src) }));
  return {
    ...playback,
    issuedAt: new Date(issuedAt).toISOString(),
    expiresAt: new Date(issuedAt + SESSION_MS).toISOString(),
    hls: addTo(playback.hls),
    mp4: addTo(playback.mp4),
    poster: addTo(playback.poster),
    storyboard: addTo(playback.storyboard),
    captions: addToEach(playback.captions),
    chapters: addToEach(playback.chapters),
  };
}

import { requireId } from '../core/wire/id.ts';
import { parsePlayback, type Playback } from '../core/wire/playback.ts';
import { throwUnlessOurs } from './no-backend.ts';
import { requestBackend, type RequestOptions } from './request.ts';

/** Bytes: a playback carries playlists along. */
const MAX_PLAYBACK_BYTES = 8 * 2 ** 20;

/** Asks a page backend for everything that one viewing needs: the one call that a player makes before it plays. */
export async function fetchPlayback(
  backend: string,
  about: { kind: Playback['kind']; id: string },
  options?: RequestOptions,
): Promise<Playback> {
  const path = `/playback/${about.kind}s/${requireId(about.id)}`;
  const request = { what: 'The request for a playback', maxBytes: MAX_PLAYBACK_BYTES };
  return parsePlayback(await requestBackend(backend, path, request, options).catch(throwUnlessOurs));
}

import type { BackendCredentials } from '../core/config.ts';
import { requireId } from '../core/wire/id.ts';
import { parsePlayback, type Playback } from '../core/wire/playback.ts';
import { browserRequestEnvironment, requestJson, type RequestEnvironment } from './request.ts';

/** Bytes: a playback carries playlists along. */
const MAX_PLAYBACK_BYTES = 8 * 2 ** 20;

/** Asks a page backend for everything that one viewing needs: the one call that a player makes before it plays. */
export async function fetchPlayback(
  backend: string,
  about: { kind: Playback['kind']; id: string },
  options: {
    signal?: AbortSignal | undefined;
    retries?: number | undefined;
    cache?: RequestCache;
    credentials?: BackendCredentials | undefined;
    environment?: RequestEnvironment;
  } = {},
): Promise<Playback> {
  const answer = await requestJson(
    {
      url: `${backend.replace(/\/+$/, '')}/playback/${about.kind}s/${requireId(about.id)}`,
      what: 'The request for a playback',
      maxBytes: MAX_PLAYBACK_BYTES,
      signal: options.signal,
      retries: options.retries,
      cache: options.cache,
      credentials: options.credentials,
      isForBackend: true,
    },
    options.environment ?? browserRequestEnvironment,
  );
  return parsePlayback(answer);
}

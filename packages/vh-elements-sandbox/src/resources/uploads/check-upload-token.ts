import { uploadTokenOf } from '../../routing/credentials.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';

/** The request's upload token. Throws where there is none, or where it has ended. */
export function requireUploadToken({ uploadTokens }: Services, { request, query }: Exchange): string {
  const token = uploadTokenOf(request, query);
  if (token === undefined) throw new Problem('authentication-missing-upload-token', { name: 'token' });
  if (!uploadTokens.get(token)) throw new Problem('authentication-invalid-upload-token', { name: 'token' });
  return token;
}

/** Throws where a token is bound to a video, and the request is for another one or names none. */
export function checkTokenVideo(
  { uploadTokens }: Services,
  token: string,
  videoId: string | undefined,
): void {
  const bound = uploadTokens.get(token)?.videoId ?? null;
  if (bound !== null && bound !== videoId) {
    throw new Problem('authentication-upload-token-bound', { name: 'videoId' });
  }
}

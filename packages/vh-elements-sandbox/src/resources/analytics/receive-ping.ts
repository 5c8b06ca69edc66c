import type { Exchange } from '../../http/exchange.ts';
import { Problem } from '../../http/problem.ts';
import { readJsonBody, readTextBody } from '../../http/body/read-json-body.ts';
import type { Services } from '../../services/services.ts';
import type { SessionKind } from '../../store/analytics/sessions.ts';

/** The largest body; players send 60 KiB at most, which is what a browser takes from a page that is left. */
const MAX_BODY_BYTES = 64 * 1024;

/** Reads the JSON that a player sends to a collector, unless that was too much: 429 before any of it is read, or 413. */
export async function receivePing(
  services: Services,
  exchange: Exchange,
): Promise<Readonly<Record<string, unknown>>> {
  admit(services, exchange);
  return readJsonBody(exchange.request, { maxBytes: MAX_BODY_BYTES });
}

/** The same for lines of text. */
export async function receiveLines(services: Services, exchange: Exchange): Promise<string> {
  admit(services, exchange);
  return readTextBody(exchange.request, { maxBytes: MAX_BODY_BYTES });
}

function admit({ collectorLimits }: Services, { request, response }: Exchange): void {
  // A body that does not say how long it is counts as the longest.
  const declared = Number(request.headers['content-length'] ?? MAX_BODY_BYTES);
  const wait = collectorLimits.admit(senderOf(request), Math.min(declared, MAX_BODY_BYTES));
  if (wait > 0) {
    response.setHeader('retry-after', wait);
    throw new Problem('too-many-requests');
  }
}

/** Which kind of thing an id names; nothing where there is no such thing to watch. */
export function kindOf({ videos, isLiveStream }: Services, mediaId: string): SessionKind | undefined {
  if (videos.get(mediaId)) return 'vod';
  return isLiveStream(mediaId) ? 'live' : undefined;
}

/** Does the work that writes what a player sent, all or nothing, and counts what that takes. */
export function storePing<T>(
  { database, collectorLimits, sessionSizes }: Services,
  { request }: Exchange,
  work: () => T,
): T {
  const before = sessionSizes.total();
  const done = database.transaction(work);
  collectorLimits.charge(senderOf(request), sessionSizes.total() - before);
  return done;
}

function senderOf(request: Exchange['request']): string {
  return request.socket.remoteAddress ?? '';
}

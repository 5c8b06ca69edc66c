import type { Exchange } from '../../http/exchange.ts';
import { Problem } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import type { Services } from '../../services/services.ts';

/** The largest body; players send 60 KiB at most, which is what a browser takes from a page that is left. */
const MAX_BODY_BYTES = 64 * 1024;

/** Reads what a player sends to a collector, unless that was too much: 429 before any of it is read, or 413. */
export async function receivePing(
  { collectorLimits }: Services,
  { request, response }: Exchange,
): Promise<Readonly<Record<string, unknown>>> {
  // A body that does not say how long it is counts as the longest.
  const declared = Number(request.headers['content-length'] ?? MAX_BODY_BYTES);
  const wait = collectorLimits.admit(senderOf(request), Math.min(declared, MAX_BODY_BYTES));
  if (wait > 0) {
    response.setHeader('retry-after', wait);
    throw new Problem('too-many-requests');
  }
  return readJsonBody(request, { maxBytes: MAX_BODY_BYTES });
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

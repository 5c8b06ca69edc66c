import { VhError } from '../../core/errors/vh-error.ts';
import type { Grant } from '../../core/wire/grant.ts';
import type { KnownPart } from '../plan/part-plan.ts';
import type { Transport } from '../ports/transport.ts';
import type { UploadRecord } from '../ports/upload-record.ts';
import type { PlanInterruption } from './part-sender.ts';

/**
 * The parts of an earlier visit's record, corrected by the server where it can say. Lost when it has parts that are not in the
 * record: their bounds are unknown.
 */
export async function confirmParts(
  { parts, videoId }: UploadRecord,
  transport: Transport,
  grant: Grant,
  signal: AbortSignal,
): Promise<readonly KnownPart[] | PlanInterruption> {
  if (videoId === undefined || !transport.storedParts) return parts;
  const there = await transport.storedParts(grant, videoId, signal).catch(() => undefined);
  signal.throwIfAborted();
  if (!there) return parts;
  if ([...there].some((index) => index >= parts.length))
    return {
      kind: 'lost',
      error: new VhError(
        'unexpected-answer',
        'The service has parts of the upload that this browser did not send.',
      ),
      withVideo: true,
    };
  return parts.map((part, index) => ({ ...part, stored: there.has(index) }));
}

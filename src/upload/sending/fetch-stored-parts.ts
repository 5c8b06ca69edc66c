import { fetchUploadStatus } from '../../client/ask-upload-status.ts';
import type { Grant } from '../../core/wire/grant.ts';
import { readList } from '../../core/wire/read-json.ts';
import { requireRecord } from '../../core/wire/video.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import { withTimeout } from '../retry/with-timeout.ts';

/** Milliseconds that a question may take: sending the part again is answered rightly too. */
const QUESTION_TIMEOUT_MS = 5_000;

/** The upload that is asked about. */
export interface StoredPartsQuestion {
  readonly environment: UploadEnvironment;
  readonly grant: Grant;
  readonly videoId: string;
  readonly signal: AbortSignal;
}

/** Asks the service which parts of a video it has, by index; undefined where it cannot say. */
export async function fetchStoredParts({
  environment,
  grant,
  videoId,
  signal,
}: StoredPartsQuestion): Promise<ReadonlySet<number> | undefined> {
  const status = await withTimeout(QUESTION_TIMEOUT_MS, environment, signal, (soon) =>
    fetchUploadStatus(grant, videoId, { signal: soon, environment }),
  );
  return status === undefined ? undefined : readStoredParts(status);
}

/** The parts that a status names, by index. Throws for any other answer: it says nothing of the parts. */
function readStoredParts(status: unknown): ReadonlySet<number> {
  const from = requireRecord(status);
  requireRecord(from['encoding']);
  const ingest = from['ingest'] ?? [];
  // The service has been seen to answer an empty array where it means "nothing yet".
  if (Array.isArray(ingest)) return new Set();
  const { parts } = requireRecord(requireRecord(ingest)['receivedParts'] ?? {});
  return new Set(readList(parts).flatMap((part) => (typeof part === 'number' ? [part - 1] : [])));
}

import { Client } from '../../client/client.ts';
import { withPageConfig } from '../../core/config.ts';
import { isId } from '../../core/wire/id.ts';
import { withTimeout } from '../retry/with-timeout.ts';
import { isReachable } from '../retry/wait-for-network.ts';
import type { StallTimeout } from '../retry/stall-timeout.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import type { FoundPart, PartAttempt, Transport } from '../ports/transport.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';

/**
 * How long a part is wholly sent before the first question; each further one comes after twice the time. With the time for an
 * answer, it is less than what `StallTimeout` gives a line that is not there.
 */
const FIRST_QUESTION_MS = 6_000;
const QUESTION_TIMEOUT_MS = 5_000;
/** The answer that completes the file says most of the video: it may come so long after the service has it all. */
const LAST_ANSWER_MS = 5_000;
/** A browser opens no more connections to one server: with so many requests in flight, a question waits for one of them. */
const MAX_CONNECTIONS = 6;

/** A part in flight that is wholly sent. */
export interface SentPart {
  readonly environment: UploadEnvironment;
  readonly settings: () => GrantSettings;
  readonly transport: Transport;
  readonly attempt: PartAttempt;
  readonly stall: StallTimeout;
  /** True for the part that completes the file. */
  readonly isLast: () => boolean;
  /** Requests in flight. */
  readonly activeAttempts: () => number;
  /** The service has the part, and its answer has not come. */
  readonly onFound: () => void;
}

/** Asks until the service says that it has the part; until then, a line that is there lets `stall` wait for the answer. */
export async function findUnanswered(part: SentPart): Promise<FoundPart> {
  const { environment, attempt, stall } = part;
  for (let wait = FIRST_QUESTION_MS; ; wait *= 2) {
    await environment.sleep(wait, attempt.signal);
    const found = await find(part);
    if (found) {
      part.onFound();
      if (part.isLast()) await environment.sleep(LAST_ANSWER_MS, attempt.signal);
      return found;
    }
    if (found === false || (await isLineThere(part))) stall.allowAnswer();
  }
}

/** False for a part that the service has not; undefined where neither the wire nor the page's backend says. */
async function find(part: SentPart): Promise<FoundPart | false | undefined> {
  const { environment, transport, attempt } = part;
  const ask = (question: (soon: AbortSignal) => Promise<FoundPart | false | undefined>) =>
    withTimeout(QUESTION_TIMEOUT_MS, environment, attempt.signal, question).catch(() => {
      attempt.signal.throwIfAborted();
      return undefined;
    });
  const found = await ask(async (signal) => transport.find?.({ ...attempt, signal }));
  return found ?? (part.isLast() ? ask((signal) => findVideo(part, signal)) : undefined);
}

/** A plain signed address can only be written to: whether the whole file is there, the status of its video says. */
async function findVideo(
  { environment, settings, attempt: { file, videoId } }: SentPart,
  signal: AbortSignal,
): Promise<FoundPart | undefined> {
  const { backend, credentials } = withPageConfig(settings());
  if (!backend || videoId === undefined || !isId(videoId)) return undefined;
  const { ingest } = await new Client({ backend, credentials, environment }).videoStatus(videoId, { signal });
  const isThere = ingest?.status === 'uploaded' && ingest.filesize === file.size;
  return isThere ? { kind: 'stored', video: { videoId } } : undefined;
}

async function isLineThere({ environment, attempt, activeAttempts }: SentPart): Promise<boolean> {
  if (environment.isOffline()) return false;
  if (activeAttempts() >= MAX_CONNECTIONS) return true;
  return isReachable(environment, attempt.grant.url, attempt.signal);
}

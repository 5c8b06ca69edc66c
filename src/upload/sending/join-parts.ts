import type { GrantRefresher } from '../grants/grant-refresher.ts';
import type { PartResult, Transport } from '../ports/transport.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import type { RetryPolicy } from '../retry/retry-policy.ts';
import { withStallTimeout } from '../retry/stall-timeout.ts';
import type { Failure, FailedRequest, PlanInterruption } from './part-sender.ts';

/** An upload whose parts are all stored, and are to become one. */
export interface Joining {
  readonly transport: Transport;
  readonly file: File;
  readonly environment: UploadEnvironment;
  readonly grants: GrantRefresher;
  readonly retries: RetryPolicy;
  /** Resolves when another attempt may succeed, and throws when none will. */
  readonly recover: (result: Failure, failed: FailedRequest) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Has the server make one upload of its parts, with as many attempts as that needs; resolves with a reason to plan again. */
export async function joinParts(joining: Joining): Promise<PlanInterruption | undefined> {
  const { transport, file, environment, grants, retries, recover, signal } = joining;
  const request = { size: 0, fileSize: file.size, speed: undefined, reportsProgress: true, failures: 0 };
  const ignore = () => {};
  const quiet = {
    onProgress: ignore,
    onServerProgress: ignore,
    onStateChange: () => Promise.resolve(),
  };
  while (transport.finish) {
    const mustKeep = grants.mustKeep(transport.hasFixedTarget);
    const isNameless = request.failures > 0 && grants.videoId === undefined;
    await retries.untilAllowed(signal);
    const grant = await grants.get({ mustKeep, isNameless }, signal);
    const startedAt = environment.now();
    const result = await withStallTimeout<PartResult>(
      environment,
      request,
      signal,
      async (stall, either) => {
        stall.onProgress(0);
        const attempt = { ...quiet, file, grant, videoId: grants.videoId, signal: either };
        return (await transport.finish?.(attempt)) ?? { kind: 'stored' };
      },
      (error) => ({ kind: 'retry', error }),
    );
    request.failures++;
    switch (result.kind) {
      case 'stored':
        grants.takeVideo(result.video);
        return undefined;
      case 'unauthorized':
      case 'retry':
      case 'fatal':
        await recover(result, { grant, isNameless, startedAt, signal });
        break;
      case 'too-large':
        throw result.error;
      default:
        return result.kind === 'lost' ? result : undefined;
    }
  }
  return undefined;
}

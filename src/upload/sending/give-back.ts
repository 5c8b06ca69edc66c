import { isVhError, type VhErrorCode } from '../../core/errors/vh-error.ts';
import { discardVideo } from '../grants/discard-video.ts';
import type { GrantRefresher } from '../grants/grant-refresher.ts';
import type { PartPlan } from '../plan/part-plan.ts';
import type { ResumeMemory } from '../resume/resume-memory.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';

/** The upload that has ended. */
export interface EndedUpload {
  readonly file: File;
  readonly memory: Pick<ResumeMemory, 'resumePoint'>;
  readonly environment: UploadEnvironment;
}

/** Failures that are no matter of time: a later visit would meet them again. */
const FINAL: ReadonlySet<VhErrorCode> = new Set([
  ...(['upload-refused', 'file-too-large', 'token-invalid', 'token-expired', 'grant-refused'] as const),
  ...(['file-changed', 'file-unreadable', 'file-empty'] as const),
]);

/**
 * Gives the empty video of an upload that has ended for good back to the page backend, which made it. True when the video is
 * gone; a backend may not know how. `error` is undefined when the upload was cancelled.
 */
export async function giveBack(
  { file, memory, environment }: EndedUpload,
  { grant, settings }: Pick<GrantRefresher, 'grant' | 'settings'>,
  plan: PartPlan | undefined,
  error: unknown,
): Promise<boolean> {
  if (error !== undefined && !(isVhError(error) && FINAL.has(error.code))) return false;
  if (plan?.parts.some(({ state }) => state === 'stored')) return false;
  const { videoId, claim } = grant ?? memory.resumePoint ?? {};
  const { parts = [] } = memory.resumePoint ?? {};
  return discardVideo(settings, file, { videoId, claim, parts }, environment);
}

import { requestJson } from '../../client/request.ts';
import { pageConfig } from '../../core/config.ts';
import { readRecord } from '../../core/wire/read-json.ts';
import { isVhError, type VhErrorCode } from '../../core/errors/vh-error.ts';
import type { GrantRefresher } from '../grants/grant-refresher.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
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
  const { backend, credentials } = { ...pageConfig(), ...definedOf(settings) };
  const { videoId, claim } = grant ?? {};
  if (error !== undefined && !(isVhError(error) && FINAL.has(error.code))) return false;
  const hasStored = plan?.parts.some(({ state }) => state === 'stored');
  if (hasStored || memory.resumePoint?.parts.some(({ stored }) => stored)) return false;
  // A video that the page has named is the page's own.
  if (settings.grant || settings.token || settings.videoId || !backend || !videoId || !claim) return false;
  const { name, size, type } = file;
  const answer = await requestJson(
    {
      url: `${backend.replace(/\/+$/, '')}/grants`,
      what: 'Giving back an empty video',
      method: 'POST',
      headers: { 'x-vh-request': '1' },
      body: { action: 'discard', file: { name, size, type }, videoId, claim, metadata: settings.metadata },
      // It is worth no second request: the service deletes empty videos after a week.
      retries: 0,
      credentials,
    },
    environment,
  ).catch(() => undefined);
  return readRecord(answer)?.['discarded'] === true;
}

function definedOf({ backend, credentials }: GrantSettings): Partial<GrantSettings> {
  return { ...(backend && { backend }), ...(credentials && { credentials }) };
}

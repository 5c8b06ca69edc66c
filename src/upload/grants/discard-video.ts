import { browserRequestEnvironment, requestJson, type RequestEnvironment } from '../../client/request.ts';
import { pageConfig } from '../../core/config.ts';
import { readRecord } from '../../core/wire/read-json.ts';
import type { GrantFile } from '../../core/wire/grant.ts';
import { isVhError, type VhErrorCode } from '../../core/errors/vh-error.ts';
import type { PartPlan } from '../plan/part-plan.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import type { UploadRecord } from '../ports/upload-record.ts';
import type { GrantRefresher } from './grant-refresher.ts';

/** A video that was granted, and its bytes known to be stored. */
export type GrantedVideo = Pick<UploadRecord, 'videoId' | 'claim' | 'parts'>;

/**
 * Gives an empty video back to the page backend, which made it. True when the video is gone; a backend may not know how, and
 * looks itself whether the video is empty. Never rejects.
 */
export async function discardVideo(
  settings: GrantSettings,
  { name, size, type }: GrantFile,
  { videoId, claim, parts }: GrantedVideo,
  environment: RequestEnvironment = browserRequestEnvironment,
): Promise<boolean> {
  const backend = settings.backend || pageConfig().backend;
  const credentials = settings.credentials || pageConfig().credentials;
  if (parts.some(({ stored }) => stored)) return false;
  // A video that the page has named is the page's own.
  if (settings.grant || settings.token || settings.videoId || !backend || !videoId || !claim) return false;
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

/** An upload that has ended. */
export interface EndedUpload {
  readonly file: File;
  readonly environment: UploadEnvironment;
  readonly grants: Pick<GrantRefresher, 'grant' | 'settings'>;
  readonly plan: PartPlan | undefined;
  readonly resumePoint: UploadRecord | undefined;
  /** Undefined when it was cancelled. */
  readonly error: unknown;
}

/** Failures that are no matter of time: a later visit would meet them again. */
const FINAL: ReadonlySet<VhErrorCode> = new Set([
  ...(['upload-refused', 'file-too-large', 'token-invalid', 'token-expired', 'grant-refused'] as const),
  ...(['file-changed', 'file-unreadable', 'file-empty'] as const),
]);

/** `discardVideo` for an upload that has ended for good. True when the video is gone. */
export async function giveBack(upload: EndedUpload): Promise<boolean> {
  const { file, environment, grants, plan, resumePoint, error } = upload;
  if (error !== undefined && !(isVhError(error) && FINAL.has(error.code))) return false;
  if (plan?.parts.some(({ state }) => state === 'stored')) return false;
  const { videoId, claim } = grants.grant ?? resumePoint ?? {};
  const { parts = [] } = resumePoint ?? {};
  return discardVideo(grants.settings, file, { videoId, claim, parts }, environment);
}

import { requestJson } from '../../client/request.ts';
import { pageConfig } from '../../core/config.ts';
import type { GrantFile } from '../../core/grant.ts';
import { readRecord } from '../../core/read-json.ts';
import type { UploadWorld } from '../upload-world.ts';
import type { GrantSettings } from './grant-settings.ts';

/** A video that a page backend made for an upload. */
export interface GrantedVideo {
  readonly file: GrantFile;
  readonly videoId: string;
  readonly claim: string;
}

/** Gives an empty video back to the page backend that made it. True when it is gone; a backend may not know how. */
export async function discardVideo(
  { backend = pageConfig().backend, credentials = pageConfig().credentials, metadata }: GrantSettings,
  { file: { name, size, type }, videoId, claim }: GrantedVideo,
  world: UploadWorld,
): Promise<boolean> {
  if (!backend) return false;
  const answer = await requestJson(
    {
      url: `${backend.replace(/\/+$/, '')}/grants`,
      what: 'Giving back an empty video',
      method: 'POST',
      headers: { 'x-vh-request': '1' },
      body: { action: 'discard', file: { name, size, type }, videoId, claim, metadata },
      // It is worth no second request: the service deletes empty videos after a week.
      retries: 0,
      credentials,
    },
    world,
  ).catch(() => undefined);
  return readRecord(answer)?.['discarded'] === true;
}

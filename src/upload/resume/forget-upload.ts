import type { ResumeEnvironment } from './resume-environment.ts';
import { lockName, tryLock } from './tabs/tab-lock.ts';

/** Deletes an upload's record. False when a tab is sending the upload: then the record stays. */
export async function forgetUpload(environment: ResumeEnvironment, key: string): Promise<boolean> {
  const releaseLock = await tryLock(environment.locks, lockName(key)).catch(() => undefined);
  if (!releaseLock) return false;
  environment.handed?.delete(key);
  await environment.records.delete(key).catch(() => {});
  await releaseLock();
  return true;
}

import type { VisitorWish } from '../ports/upload-memory.ts';
import type { ResumeEnvironment } from './resume-environment.ts';
import { lockName, tryLock } from './tabs/tab-lock.ts';

/**
 * Notes what the visitor wants of an upload that has failed: its record is left to whoever continues it. A tab that does
 * so knows better. The time of its last progress stays: nobody has sent anything.
 */
export async function noteWish(
  { locks, records }: ResumeEnvironment,
  key: string,
  wish: VisitorWish,
): Promise<void> {
  const release = await tryLock(locks, lockName(key)).catch(() => undefined);
  if (!release) return;
  const stored = await records.get(key).catch(() => undefined);
  if (stored && !stored.video) await records.put({ ...stored, ...wish }).catch(() => {});
  await release();
}

import type { VisitorWish } from '../ports/upload-memory.ts';
import type { ResumeEnvironment } from './resume-environment.ts';
import { isExpired, type StoredUpload } from './store/stored-upload.ts';
import { lockName, tryLock } from './tabs/tab-lock.ts';

/** Records of one site, at most. */
const MAX_RECORDS = 50;

/**
 * The unfinished uploads that no tab is sending, the newest first. Deletes the records of expired and finished uploads,
 * and the oldest of too many.
 */
export async function pruneRecords({ records, locks, now }: ResumeEnvironment): Promise<StoredUpload[]> {
  const [all, { held = [], pending = [] }] = await Promise.all([records.list(), locks.query()]);
  const busy = new Set([...held, ...pending].map(({ name }) => name));
  const idle = all
    .filter(({ key }) => !busy.has(lockName(key)))
    .sort((one, other) => other.touchedAt - one.touchedAt);
  const alive = idle
    .filter((stored) => stored.video === undefined && !isExpired(stored, now()))
    .slice(0, MAX_RECORDS);
  const isWanted = (stored: StoredUpload) =>
    alive.includes(stored) || (stored.isUnseen === true && !isExpired(stored, now()));
  await Promise.all(idle.filter((stored) => !isWanted(stored)).map(({ key }) => records.delete(key)));
  return alive;
}

/** True when an earlier visit may have begun this file: its bytes are not looked at. */
export async function isKnown(
  { name, size }: File,
  scope: string,
  { records }: Pick<ResumeEnvironment, 'records'>,
): Promise<boolean> {
  const all = await records.list().catch(() => []);
  return all.some(
    ({ file, ...stored }) => stored.scope === scope && file.name === name && file.size === size,
  );
}

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

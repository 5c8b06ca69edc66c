import type { ResumeEnvironment } from './resume-environment.ts';
import { isExpired, type StoredUpload } from './store/stored-upload.ts';
import { lockName } from './tabs/tab-lock.ts';

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

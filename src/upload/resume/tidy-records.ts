import { isExpired, type KeptUpload } from './kept-upload.ts';
import type { ResumeWorld } from './resume-world.ts';
import { turnName } from './tab-turn.ts';

/** More than anybody goes on with. */
const MOST = 50;

/**
 * The uploads that were begun and that no tab has in hand, the newest first. Clears away what nobody will go on with:
 * what has expired, what is done, and the oldest of too many.
 */
export async function tidyRecords({ records, locks, now }: ResumeWorld): Promise<KeptUpload[]> {
  const [all, { held = [], pending = [] }] = await Promise.all([records.list(), locks.query()]);
  const busy = new Set([...held, ...pending].map(({ name }) => name));
  const idle = all
    .filter(({ key }) => !busy.has(turnName(key)))
    .sort((one, other) => other.touchedAt - one.touchedAt);
  const alive = idle.filter((kept) => kept.video === undefined && !isExpired(kept, now())).slice(0, MOST);
  await Promise.all(idle.filter((kept) => !alive.includes(kept)).map(({ key }) => records.delete(key)));
  return alive;
}

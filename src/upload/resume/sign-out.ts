import { hasKeptFiles } from './kept/has-kept-files.ts';
import { loadKeeping } from './parts.ts';
import { browserResumeEnvironment, type ResumeEnvironment } from './resume-environment.ts';
import { subjectOf } from './store/upload-scope.ts';
import { TabBroadcaster } from './tabs/tab-channel.ts';
import { lockName, waitForLock } from './tabs/tab-lock.ts';

/** A page of this tab that is about to be gone has a lock for a moment longer; one in a frame stays. */
const LONGEST_WAIT_MS = 3_000;

/**
 * Ends what earlier pages of this browser have left, of the elements of one group or of all: the worker sends nothing of it, no copy
 * of a file stays, and what names no visitor is forgotten. What a tab sends belongs to that tab, and is not touched.
 */
export async function signOut(
  group: string | undefined,
  environment: ResumeEnvironment | undefined = browserResumeEnvironment(),
): Promise<void> {
  if (!environment) return;
  const { records, locks, handed, begun, hasWorker, loadWorkerLink } = environment;
  // First: it may note something yet of what it ends.
  if (hasWorker?.()) await (await loadWorkerLink?.())?.signOut(group);
  const [all, { held = [] }] = await Promise.all([records.list(), locks.query()]);
  const busy = new Set(held.map(({ name }) => name));
  const tab = environment.tab();
  // The page before this one may still be about to go.
  const isLeft = (stored: { key: string; tab?: string | undefined }) =>
    !begun.has(stored.key) && (!busy.has(lockName(stored.key)) || (tab !== undefined && stored.tab === tab));
  const left = all.filter(
    (stored) => isLeft(stored) && (group === undefined || (stored.group ?? '') === group),
  );
  for (const { key } of left) handed?.delete(key);
  const nameless = left.filter(({ scope }) => subjectOf(scope) === undefined);
  await Promise.all(nameless.map(({ key }) => forget(key, environment)));
  if (!(await hasKeptFiles())) return;
  await (await loadKeeping())?.dropCopies(environment, new Set(left.map(({ key }) => key)));
}

/** Forgets an upload once nobody has it; no server is asked for anything. */
async function forget(key: string, { locks, records, channel }: ResumeEnvironment): Promise<void> {
  const tooLong = AbortSignal.timeout(LONGEST_WAIT_MS);
  const release = await waitForLock(locks, lockName(key), tooLong).catch(() => undefined);
  if (!release) return;
  await records.delete(key).catch(() => {});
  await release();
  // Who offers it.
  const broadcaster = new TabBroadcaster(channel(lockName(key)));
  broadcaster.send({ sent: 0 });
  broadcaster.close();
}

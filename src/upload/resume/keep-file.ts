import { VhError } from '../../core/errors/vh-error.ts';
import type { ResumeEnvironment } from './resume-environment.ts';
import type { StoredUpload } from './store/stored-upload.ts';
import { subjectOf } from './store/upload-scope.ts';
import { waitForLock } from './tabs/tab-lock.ts';
import { KeptFiles } from './kept/kept-files.ts';

export { KeptFiles };

/** The upload whose file is kept. */
export interface KeepOptions {
  key: string;
  file: File;
  /** Bytes of all kept files of the site, at most. */
  limit: number;
  environment: ResumeEnvironment;
  signal: AbortSignal;
  /** Called where the browser has no place for it. */
  onGivenUp: (error: VhError) => void;
}

/** What is left free for everything else that the site stores. */
const RESERVE = 16 * 1024 * 1024;

/**
 * Keeps a copy of a file for the next page, beside its upload: one file at a time in all tabs, so that the sum is right and
 * sending has the disk. A file over the limit is not kept.
 */
export async function keepFile(options: KeepOptions): Promise<void> {
  try {
    await keep(options);
  } catch (error) {
    if (error instanceof VhError) options.onGivenUp(error);
  }
}

async function keep({ key, file, limit, environment, signal }: KeepOptions): Promise<void> {
  const release = await waitForLock(environment.locks, 'vh-keep-files', signal);
  try {
    const kept = await KeptFiles.open();
    await dropOrphans(environment, kept);
    if (await kept.has({ key, file })) return;
    // So that a limit that is no number keeps nothing.
    if (!((await kept.usedBytes()) + file.size <= limit)) return;
    const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
    if (usage + file.size + RESERVE > quota)
      throw new VhError('file-not-kept', 'The browser has no room for a copy of the file.');
    await kept.put(key, file, signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof VhError) throw cause;
    throw new VhError('file-not-kept', 'The browser could not keep a copy of the file.', { cause });
  } finally {
    await release();
  }
}

/** Removes the copies of uploads that are stored, cancelled or expired: those without a record. */
export async function dropOrphans(
  { records }: Pick<ResumeEnvironment, 'records'>,
  kept?: KeptFiles,
): Promise<void> {
  const folder = kept ?? (await KeptFiles.open());
  const all = await records.list();
  await folder.retain(all.filter(({ video }) => video === undefined));
}

/** Removes the copies of these uploads. */
export async function dropCopies(
  { records }: Pick<ResumeEnvironment, 'records'>,
  keys: ReadonlySet<string>,
): Promise<void> {
  const all = await records.list();
  await (await KeptFiles.open()).retain(all.filter(({ key, video }) => !video && !keys.has(key)));
}

/** Removes the copies of every visitor but this one: their records stay for them. */
export async function dropOthers(
  { records }: Pick<ResumeEnvironment, 'records'>,
  subject: string | undefined,
): Promise<void> {
  const all = await records.list();
  const isOwn = ({ scope, video }: StoredUpload) => {
    const whose = subjectOf(scope);
    return video === undefined && (whose === undefined || whose === encodeURIComponent(subject ?? ''));
  };
  await (await KeptFiles.open()).retain(all.filter(isOwn));
}

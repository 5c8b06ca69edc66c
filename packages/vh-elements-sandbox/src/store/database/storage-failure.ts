/** Why the storage cannot do what it was asked to: names of the refusals that are answered for it. */
export type StorageFailure =
  'storage-full' | 'storage-failed' | 'storage-read-only' | 'too-many-open-files' | 'database-failed';

const BY_CODE: ReadonlyMap<string, StorageFailure> = new Map([
  ['ENOSPC', 'storage-full'],
  ['EDQUOT', 'storage-full'],
  ['EFBIG', 'storage-full'],
  ['SQLITE_FULL', 'storage-full'],
  ['EIO', 'storage-failed'],
  ['EROFS', 'storage-read-only'],
  ['EMFILE', 'too-many-open-files'],
  ['ENFILE', 'too-many-open-files'],
]);

/** Disk failures in the words of other programs. `EIO` is not among them: ffmpeg says that of a broken video, too. */
const BY_WORDS: readonly [RegExp, string][] = [
  [/No space left on device/, 'ENOSPC'],
  [/Disk quota exceeded/, 'EDQUOT'],
  [/File too large/, 'EFBIG'],
  [/Read-only file system/, 'EROFS'],
  [/Too many open files/, 'EMFILE'],
];

/** How many causes behind an error are looked at. */
const MAX_DEPTH = 8;

/** The storage's failure that an error is, or that has caused it; nothing for any other error. */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  let at = error;
  for (let depth = 0; depth < MAX_DEPTH && at instanceof Error; depth++) {
    const code = codeOf(at);
    const failure = BY_CODE.get(code);
    if (failure) return failure;
    // A constraint that is broken is a fault of ours, and not of the disk.
    if (code.startsWith('SQLITE_') && !/^SQLITE_(CONSTRAINT|MISMATCH|RANGE|MISUSE|ERROR|TOOBIG)/.test(code))
      return 'database-failed';
    at = at.cause;
  }
  return undefined;
}

/** An error of another process, with the code of its message when it sent none. */
export function errorFrom(
  message: string,
  code = BY_WORDS.find(([words]) => words.test(message))?.[1],
): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

/** Throws an error of the storage again: it says nothing about the video. */
export function throwIfStorage(error: unknown): undefined {
  if (storageFailureOf(error)) throw error;
}

/** True for the error of a file that is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** One line about an error for the log: the storage's own words, and its code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const text = error.message.includes(code) ? error.message : `${code}: ${error.message}`;
  return text.replace(/\s+/g, ' ');
}

/** The code of an error; an empty text where it has none. */
export function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

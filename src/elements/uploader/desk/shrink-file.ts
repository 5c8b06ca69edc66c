import { recordingOf } from '../../../upload/growth.ts';
import type { FileInfo } from '../../../upload/inspect/file-info.ts';

/** A smaller film of the same where the page wishes it and it can be had; else the file itself. */
export async function shrinkFile(
  file: File,
  info: FileInfo | undefined,
  wish: string | null | undefined,
  isWanted: () => boolean,
): Promise<File> {
  // A recording is on its way already, or goes on where it was.
  if (typeof wish !== 'string' || !info || recordingOf(file)) return file;
  const parts = await import('../../../upload/optimize/optimize-file.ts').catch(() => undefined);
  if (!parts) return file;
  const stop = new AbortController();
  const onProgress = () => {
    if (!isWanted()) stop.abort();
  };
  const { optimizeFile, parseGoal } = parts;
  return optimizeFile(file, info, parseGoal(wish), { signal: stop.signal, onProgress }).catch(() => file);
}

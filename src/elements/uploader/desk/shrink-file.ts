import { recordingOf } from '../../../upload/growth.ts';
import type { FileInfo } from '../../../upload/inspect/file-info.ts';
import type { OptimizeOptions } from '../../../upload/optimize/optimize-file.ts';

/** A smaller film of the same where the page wishes it and it can be had; else the file itself. */
export async function shrinkFile(
  file: File,
  info: FileInfo | undefined,
  wish: string | null | undefined,
  options: OptimizeOptions,
): Promise<File> {
  // A recording is on its way already, or goes on where it was.
  if (typeof wish !== 'string' || !info || recordingOf(file)) return file;
  const parts = await import('../../../upload/optimize/optimize-file.ts').catch(() => undefined);
  return parts?.optimizeFile(file, info, parts.parseGoal(wish), options).catch(() => file) ?? file;
}

import type { FileInfo } from '../../../upload/inspect/file-info.ts';
import type { OptimizeOptions } from '../../../upload/optimize/optimize-file.ts';

/** A smaller film of the same where the page wishes it and it can be had; else the file itself. */
export async function shrinkFile(
  file: File,
  info: FileInfo | undefined,
  wish: string | null | undefined,
  options: OptimizeOptions,
): Promise<File> {
  if (typeof wish !== 'string' || !info) return file;
  const parts = await import('../../../upload/optimize/optimize-file.ts').catch(() => undefined);
  return parts?.optimizeFile(file, info, parts.parseGoal(wish), options).catch(() => file) ?? file;
}

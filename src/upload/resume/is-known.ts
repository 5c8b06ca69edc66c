import type { ResumeEnvironment } from './resume-environment.ts';

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

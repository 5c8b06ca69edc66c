import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FilmPlan } from './film-plan.ts';

/** Makes a film in `folder`, or finds it there, made by the same plan; returns its path. */
export async function makeFilm({ steps, extension }: FilmPlan, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const name = createHash('sha256')
    .update(JSON.stringify([steps, extension]))
    .digest('hex')
    .slice(0, 16);
  const file = path.join(folder, `${name}.${extension}`);
  if (existsSync(file)) return file;
  let before: string | undefined;
  for (const [index, step] of steps.entries()) {
    const made = path.join(folder, `${name}-step-${String(index)}.${extension}`);
    const isOption = (arg: string) => arg === '-ss' || arg === '-stream_loop';
    // Options of the input come before it.
    const count = isOption(step[0] ?? '') ? 2 : 0;
    const input = before === undefined ? [] : ['-i', before];
    await ffmpeg([...step.slice(0, count), ...input, ...step.slice(count), made]);
    if (before !== undefined) await rm(before);
    before = made;
  }
  if (before !== undefined) await rename(before, file);
  return file;
}

/** Runs ffmpeg and rejects with its complaint; the same arguments make the same bytes. */
export async function ffmpeg(args: readonly string[]): Promise<void> {
  const exact = ['-v', 'error', '-nostdin', '-y', '-fflags', '+bitexact', '-threads', '1'];
  await promisify(execFile)('ffmpeg', [
    ...exact.slice(0, 4),
    ...args.slice(0, -1),
    ...exact.slice(4),
    ...args.slice(-1),
  ]);
}

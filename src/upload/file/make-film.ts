import type { VhError } from '../../core/errors/vh-error.ts';
import { inspectFile } from '../inspect/inspect-file.ts';
import type { FileInfo } from '../inspect/bytes/file-info.ts';
import type { CutSource } from '../ports/earlier-upload.ts';
import { optimizeFile, parseGoal } from '../optimize/optimize-file.ts';
import { fingerprintFile } from './fingerprint-file.ts';
import { trimFile, type TrimRange } from '../trim/trim-file.ts';

/** What a film becomes before it is sent. */
export interface FilmWishes {
  /** The stretch that its author keeps; all of it without. */
  trim: TrimRange | undefined;
  /** How small the page wants it, as in `optimize`. */
  goal: string | null | undefined;
}

/** How that is followed and ended. */
export interface FilmOptions {
  signal: AbortSignal;
  onNotice: (notice: VhError) => void;
  onProgress: (share: number) => void;
}

/** Cuts a film and makes it smaller, encoding it once at most. Rejects where it cannot be cut. */
export async function makeFilm(
  file: File,
  info: FileInfo,
  { trim, goal }: FilmWishes,
  options: FilmOptions,
): Promise<File> {
  const { signal } = options;
  const smaller = (film: File, about: FileInfo) =>
    typeof goal === 'string'
      ? optimizeFile(film, about, parseGoal(goal), options).catch(() => film)
      : Promise.resolve(film);
  if (!trim) return smaller(file, info);
  const { file: cut, range } = await trimFile(file, trim, options);
  const small = await smaller(cut, await inspectFile(cut, { signal }));
  if (small === cut) return cut === file ? cut : withSource(cut, file, trim);
  // An encoder may have made more than was shown: what lies behind the end is needed to decode what is before it.
  return (await trimFile(small, { start: 0, end: range.end - range.start }, options)).file;
}

/** Says what a film was cut from: after a crash, the same cut is made again. */
async function withSource(cut: File, film: File, range: TrimRange): Promise<File> {
  try {
    const fingerprint = await fingerprintFile(film, crypto.subtle);
    const { start, end } = range;
    const source: CutSource = { size: film.size, fingerprint, range: { start, end } };
    return Object.assign(cut, { source });
  } catch {
    // Without https there is no fingerprint, and no resuming either.
    return cut;
  }
}

import { VhError } from '../../core/errors/vh-error.ts';
import { inspectFile } from '../inspect/inspect-file.ts';
import { runWorker } from '../optimize/start-worker.ts';
import { cutMp4, type CutFilm, type TrimRange } from './mp4/cut-mp4.ts';

export type { TrimRange } from './mp4/cut-mp4.ts';

/** How a cut is followed and ended. */
export interface TrimOptions {
  signal?: AbortSignal | undefined;
  /** Called with the progress, from 0 to 1. An MP4 or MOV is cut too soon for that. */
  onProgress?: ((share: number) => void) | undefined;
  /** After this many milliseconds without progress, the cut has failed. */
  stallTimeoutMs?: number | undefined;
}

/** A file that was cut. */
export interface TrimmedFile {
  /** The same bytes for the same file and range; the file itself where the range is all of it. */
  readonly file: File;
  /** What it shows of the old film: the wanted range, moved to the nearest pictures. */
  readonly range: TrimRange;
  /** Seconds before the start that the file contains and does not show: decoders need them. */
  readonly hidden: number;
}

const STALL_TIMEOUT_MS = 30_000;
/** Nobody means less by a handle at the film's end. */
const WHOLE_SECONDS = 0.001;

/**
 * Cuts the start and the end off a film, exact to the picture and without encoding it again.
 *
 * An MP4 or MOV keeps its samples, from the last one before the start that can be decoded alone; its list of edits begins
 * with the start. WebM and Matroska have no such list: a worker puts their samples into an MP4.
 *
 * Rejects with `trim-empty` where no picture would be left, with `trim-unavailable` where this film cannot be cut, and
 * with the signal's reason.
 */
export async function trimFile(
  file: File,
  range: TrimRange,
  options: TrimOptions = {},
): Promise<TrimmedFile> {
  const signal = options.signal ?? new AbortController().signal;
  signal.throwIfAborted();
  const { start, end } = range;
  // Also for numbers that are none.
  if (!(end > start) || end <= 0) throw leavesNothing();
  const { container, duration = Infinity } = await inspectFile(file, { signal, timeoutMs: STALL_TIMEOUT_MS });
  if (start >= duration) throw leavesNothing();
  const wanted = { start: Math.max(0, start), end: Math.min(end, duration) };
  if (wanted.start < WHOLE_SECONDS && wanted.end > duration - WHOLE_SECONDS)
    return { file, range: wanted, hidden: 0 };
  const isOther = container === 'webm' || container === 'mkv';
  const cut = isOther ? await cutOther(file, wanted, signal, options) : await cutHere(file, wanted, signal);
  signal.throwIfAborted();
  if (cut === 'empty') throw leavesNothing();
  if (!cut) throw unavailable('The film is broken, encrypted, or of a kind that cannot be cut.');
  const name = isOther ? file.name.replace(/(\.[^.]*)?$/, '.mp4') : file.name;
  const type = isOther ? 'video/mp4' : file.type;
  return { ...cut, file: new File([cut.film], name, { type, lastModified: file.lastModified }) };
}

async function cutHere(
  file: File,
  range: TrimRange,
  signal: AbortSignal,
): Promise<CutFilm | 'empty' | undefined> {
  try {
    return await cutMp4(file, range, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw new VhError('file-unreadable', 'The file was moved, deleted, or cannot be read.', { cause });
  }
}

/** The worker makes an MP4 that begins a little earlier, and says where in it the wanted pictures are. */
async function cutOther(
  file: File,
  range: TrimRange,
  signal: AbortSignal,
  { onProgress, stallTimeoutMs = STALL_TIMEOUT_MS }: TrimOptions,
): Promise<CutFilm | 'empty' | undefined> {
  const result = await runWorker({ file, range }, signal, stallTimeoutMs, (share) => {
    onProgress?.(Math.min(1, Math.max(0, share)));
    return true;
  }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw unavailable('The worker that cuts it cannot be started, or has failed.', cause);
  });
  if (!result || !('cut' in result) || !result.cut) return undefined;
  const { film, from } = result.cut;
  const length = range.end - range.start;
  const cut = await cutMp4(film, { start: from, end: from + length }, { signal, isRemuxed: true });
  if (!cut || cut === 'empty') return cut;
  const moved = range.start - from;
  return { ...cut, range: { start: cut.range.start + moved, end: cut.range.end + moved } };
}

function leavesNothing(): VhError {
  return new VhError('trim-empty', 'The start and the end leave no picture of the film.');
}

function unavailable(reason: string, cause?: unknown): VhError {
  return new VhError('trim-unavailable', `The film cannot be cut here. ${reason}`, { cause });
}

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { EditList } from '../../store/media/edits.ts';
import { renameDurably } from '../../store/files/durable.ts';
import { throwIfStorage } from '../../store/database/storage-failure.ts';
import type { StoredFile } from '../extents-source.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { copyObstacle } from '../ladder.ts';
import { PackagingWorker } from '../packaging-worker.ts';
import type { Probe } from '../probe.ts';
import { rangeOf, type TimeRange } from './time-range.ts';

/** Two times that count as equal. */
const SAME_MOMENT_SECONDS = 0.001;

/** The input of an edit. */
export interface Editing {
  files: readonly StoredFile[];
  edits: EditList;
  /** Where the pictures of watermarks are. */
  pictureOf: (file: string) => string;
  /** A file that may be left behind half done, and the one that it becomes when it is whole. */
  work: string;
  to: string;
  ffmpeg: Ffmpeg | undefined;
  signal: AbortSignal;
}

/**
 * Cuts a source to its clip and lays its watermarks over it. Packets are copied where that can be exact, or where there
 * is no ffmpeg: then the clip begins with the key frame before its start, and ends with the last picture that one of
 * those before its end is made from.
 */
export async function applyEdits(editing: Editing): Promise<void> {
  const { signal, work, to } = editing;
  const worker = new PackagingWorker();
  const stop = () => void worker.stop();
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    await mkdir(path.dirname(work), { recursive: true });
    await make(editing, worker);
    signal.throwIfAborted();
    await renameDurably(work, to);
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.stop();
  }
}

async function make(
  { files, edits, pictureOf, work, ffmpeg, signal }: Editing,
  worker: PackagingWorker,
): Promise<void> {
  const probe = await worker.probe(files).catch(throwIfStorage);
  if (!probe?.video && !probe?.audio) throw new Error('The file is not a video that can be read.');
  const range = rangeOf(edits.clips, probe);
  // Sound alone has nothing that a picture could be laid over.
  const watermarks = probe.video ? edits.watermarks : [];
  if (watermarks.length > 0 && !ffmpeg)
    throw new Error('The watermark needs ffmpeg, which is not here any more.');
  const key = await worker.keyFrameBefore(files, range.start);
  const hitsFrames =
    range.start - key < SAME_MOMENT_SECONDS && range.end > probe.seconds - SAME_MOMENT_SECONDS;
  const obstacle = copyObstacle(probe);
  if (!ffmpeg && obstacle !== undefined)
    throw new Error(`The file cannot be cut as it is: ${obstacle}. With ffmpeg installed here it could be.`);
  const isExact = watermarks.length === 0 && hitsFrames && obstacle === undefined;
  if (!ffmpeg || isExact) await worker.toMp4(files, work, { ...range, start: key });
  else {
    const laid = watermarks.map(({ file, placement }) => ({ path: pictureOf(file), placement }));
    await ffmpeg.edit(
      { files, container: probe.container },
      { range: lengthOf(range, probe), watermarks: laid, frame: probe.video },
      work,
      signal,
    );
  }
}

/** The whole of a source needs no cut. */
function lengthOf({ start, end }: TimeRange, { seconds }: Probe): TimeRange | undefined {
  return start < SAME_MOMENT_SECONDS && end > seconds - SAME_MOMENT_SECONDS ? undefined : { start, end };
}

import {
  ALL_FORMATS,
  CmafOutputFormat,
  Conversion,
  FilePathTarget,
  HlsOutputFormat,
  Input,
  Mp4OutputFormat,
  Output,
  PathedTarget,
} from 'mediabunny';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Variant } from '../store/encodings.ts';
import { extentsSource, type StoredFile } from './extents-source.ts';
import { mergeShortTail } from './merge-short-tail.ts';
import { parseVariant } from './parse-variant.ts';
import type { Stretch } from './stretch.ts';

const SEGMENT_SECONDS = 4;
const MUCH_GARBAGE = 64 * 1024 * 1024;

/** Cuts a source into HLS segments in `folder` by copying its packets: sound and picture stay in one file each. */
export async function copyToHls(files: readonly StoredFile[], folder: string): Promise<Variant> {
  await mkdir(folder, { recursive: true });
  let master = '';
  const format = new HlsOutputFormat({
    segmentFormat: new CmafOutputFormat({ minimumFragmentDuration: 1 }),
    targetDuration: SEGMENT_SECONDS,
    getPlaylistPath: () => 'playlist.m3u8',
    getInitPath: () => 'init.mp4',
    getSegmentPath: ({ n }) => `${String(n)}.m4s`,
    onSegment: collectGarbage,
    onMaster: (content) => {
      master = content;
    },
  });
  // Its own master is only read: ours is written when it is asked for, from the renditions that there are then.
  const target = new PathedTarget(
    'master.m3u8',
    ({ path: name }) => new FilePathTarget(path.join(folder, name)),
  );
  await copy(files, new Output({ format, target }));
  await mergeShortTail(folder);
  return parseVariant(master);
}

/** Copies a source's packets, or those of a stretch of it, into one MP4 file. */
export async function copyToMp4(
  files: readonly StoredFile[],
  file: string,
  stretch?: Stretch,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const format = new Mp4OutputFormat({ fastStart: false });
  await copy(files, new Output({ format, target: new FilePathTarget(file) }), stretch);
}

async function copy(files: readonly StoredFile[], output: Output, stretch?: Stretch): Promise<void> {
  const input = new Input({ formats: ALL_FORMATS, source: extentsSource(files) });
  try {
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      copy: { mode: 'forced', shiftTolerance: Infinity },
      tags: {},
      ...(stretch ? { trim: stretch } : {}),
      showWarnings: false,
    });
    const [lost] = conversion.discardedTracks;
    if (!conversion.isValid || lost) throw new Error(`its ${lost?.track.type ?? 'content'} cannot be copied`);
    await conversion.execute();
  } finally {
    input.dispose();
  }
}

/** The bytes of segments lie outside the heap, where the collector hardly sees them pile up: it is told. */
function collectGarbage(): void {
  if (process.memoryUsage().arrayBuffers > MUCH_GARBAGE) globalThis.gc?.();
}

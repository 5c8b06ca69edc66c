import { parseTimecode } from '../../http/values/timecode.ts';
import type { Clip } from '../../store/media/edits.ts';
import type { Probe } from '../probe.ts';

/** A part of a source, in seconds. */
export interface Stretch {
  start: number;
  end: number;
}

/** The stretch of a source that its clips leave. Each clip counts from the start of the stretch that the one before has left. */
export function stretchOf(
  clips: readonly Clip[],
  { seconds, video }: Pick<Probe, 'seconds' | 'video'>,
): Stretch {
  let stretch: Stretch = { start: 0, end: seconds };
  for (const { startTimecode, endTimecode } of clips) {
    const read = (timecode: string) => stretch.start + (parseTimecode(timecode, video?.frameRate) ?? 0);
    const start = startTimecode === undefined ? stretch.start : read(startTimecode);
    const end = endTimecode === undefined ? stretch.end : Math.min(stretch.end, read(endTimecode));
    if (start >= end) throw new Error('The clip begins where the video has ended already.');
    stretch = { start, end };
  }
  return stretch;
}

import { parseTimecode } from '../../http/values/timecode.ts';
import type { Clip } from '../../store/media/edits.ts';
import type { Probe } from '../probe.ts';

/** A part of a source, in seconds. */
export interface TimeRange {
  start: number;
  end: number;
}

/** The range of a source that its clips leave. Each clip counts from the start of the range that the one before has left. */
export function rangeOf(
  clips: readonly Clip[],
  { seconds, video }: Pick<Probe, 'seconds' | 'video'>,
): TimeRange {
  let range: TimeRange = { start: 0, end: seconds };
  for (const { startTimecode, endTimecode } of clips) {
    const read = (timecode: string) => range.start + (parseTimecode(timecode, video?.frameRate) ?? 0);
    const start = startTimecode === undefined ? range.start : read(startTimecode);
    const end = endTimecode === undefined ? range.end : Math.min(range.end, read(endTimecode));
    if (start >= end) throw new Error('The clip begins where the video has ended already.');
    range = { start, end };
  }
  return range;
}

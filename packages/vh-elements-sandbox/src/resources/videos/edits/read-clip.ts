import type { Clip } from '../../../store/media/edits.ts';
import type { Attributes } from '../../../http/values/attributes.ts';
import { takes, type Shape, type ValueOf } from '../../../http/values/shape.ts';
import { parseTimecode, TIMECODE } from '../../../http/values/timecode.ts';

/** Clients write whole seconds as numbers, too. */
const TIME: Shape<string | number | null> = {
  schema: { anyOf: [TIMECODE.schema, { type: 'integer', minimum: 0, maximum: 9_999_999 }, { type: 'null' }] },
  wanted: TIMECODE.wanted,
};

/** The part of its source that a video is. */
export const CLIP = takes({ startTimecode: TIME, endTimecode: TIME });

/** Reads the `clip` of a video that is being made. */
export function readClip(
  given: ValueOf<typeof CLIP> | null | undefined,
  attributes: Attributes,
): Clip | undefined {
  if (given === undefined || given === null) return undefined;
  const [startTimecode, endTimecode] = [given.startTimecode, given.endTimecode].map((time) =>
    time === undefined || time === null ? undefined : String(time),
  );
  if (given.startTimecode === undefined && given.endTimecode === undefined)
    attributes.refuse('clip', '"clip" needs a startTimecode, an endTimecode, or both.');
  const start = parseTimecode(startTimecode ?? '0') ?? 0;
  if (endTimecode !== undefined && (parseTimecode(endTimecode) ?? 0) <= start)
    attributes.refuse('clip[endTimecode]', 'The clip must end after it begins.');
  return { startTimecode, endTimecode };
}

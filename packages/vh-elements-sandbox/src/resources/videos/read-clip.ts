import type { Clip } from '../../store/media/edits.ts';
import type { Attributes } from '../../http/values/attributes.ts';
import { parseTimecode } from '../../http/values/timecode.ts';

/** Reads the `clip` of a video that is being made. */
export function readClip(body: Readonly<Record<string, unknown>>, attributes: Attributes): Clip | undefined {
  const given = Object.hasOwn(body, 'clip') ? body['clip'] : undefined;
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'object' || Array.isArray(given)) {
    attributes.refuse('clip', '"clip" must be {startTimecode, endTimecode}.');
    return undefined;
  }
  const members = new Map<string, unknown>(Object.entries(given));
  const read = (name: keyof Clip): string | undefined => {
    const value = members.get(name);
    if (value === undefined || value === null) return undefined;
    // Clients write whole seconds as numbers, too.
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && parseTimecode(text) !== undefined) return text;
    attributes.refuse(`clip[${name}]`, 'A timecode is hh:mm:ss.mmm, hh:mm:ss:frame, or a number of seconds.');
    return undefined;
  };
  const clip = { startTimecode: read('startTimecode'), endTimecode: read('endTimecode') };
  check(clip, members, attributes);
  return clip;
}

function check(
  { startTimecode, endTimecode }: Clip,
  members: ReadonlyMap<string, unknown>,
  attributes: Attributes,
): void {
  if (members.get('startTimecode') === undefined && members.get('endTimecode') === undefined) {
    attributes.refuse('clip', '"clip" needs a startTimecode, an endTimecode, or both.');
    return;
  }
  if (endTimecode === undefined) return;
  const start = parseTimecode(startTimecode ?? '0') ?? 0;
  if ((parseTimecode(endTimecode) ?? 0) <= start)
    attributes.refuse('clip[endTimecode]', 'The clip must end after it begins.');
}

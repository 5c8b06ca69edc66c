import { loadCmcdFormat } from '../parts.ts';
import type { EventFormat } from '../ports/event-format.ts';
import { vhFormat } from './vh-format.ts';

/** The formats of a list such as `v1 vh`, without unknown names. The code of `v1` is there already. */
export async function formatsOf(names: string, v1: EventFormat): Promise<readonly EventFormat[]> {
  const known = new Set(names.split(/\s+/));
  const formats = [known.has('v1') && v1, known.has('vh') && vhFormat];
  if (known.has('cmcd')) formats.push((await loadCmcdFormat()).cmcdFormat);
  return formats.filter((format) => format !== false);
}

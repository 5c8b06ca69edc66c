import type { EventFormat } from '../ports/event-format.ts';
import { formatsBeside } from './formats-beside.ts';
import { v1Format } from './v1-format.ts';

/** The code of the formats of a list such as `v1 vh`; names that there are not are left out. */
export function loadFormats(names: string): Promise<readonly EventFormat[]> {
  return formatsBeside(v1Format, names);
}

import type { EventFormat } from '../ports/event-format.ts';
import { v1Format } from './v1-format.ts';

/** Loads the formats of a list such as `v1 vh`; unknown names are left out. */
export async function loadFormats(names: string): Promise<readonly EventFormat[]> {
  const { formatsOf } = await import('./other-formats.ts');
  return formatsOf(names, v1Format);
}

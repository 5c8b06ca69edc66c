import type { EventFormat } from '../ports/event-format.ts';
import { vhFormat } from './vh-format.ts';

/** The formats of a list, among them the one that is there already. */
export async function loadFormatsBeside(v1: EventFormat, names: string): Promise<readonly EventFormat[]> {
  const known = new Set(names.split(/\s+/));
  const formats = [known.has('v1') && v1, known.has('vh') && vhFormat];
  if (known.has('cmcd')) formats.push((await import('./cmcd-format.ts')).cmcdFormat);
  return formats.filter((format) => format !== false);
}

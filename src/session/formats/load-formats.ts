import type { EventFormat } from '../ports/event-format.ts';
import { v1Format } from './v1-format.ts';

/** Formats by their names, each loaded when it is asked for. */
const FORMATS: Readonly<Partial<Record<string, () => Promise<EventFormat>>>> = {
  v1: () => Promise.resolve(v1Format),
  vh: () => import('./vh-format.ts').then(({ vhFormat }) => vhFormat),
  cmcd: () => import('./cmcd-format.ts').then(({ cmcdFormat }) => cmcdFormat),
};

/** The code of the formats of a list such as `v1 vh`; names that there are not are left out. */
export async function loadFormats(names: string): Promise<readonly EventFormat[]> {
  const known = new Set(names.split(/\s+/).filter((name) => Object.hasOwn(FORMATS, name)));
  const formats = await Promise.all(Array.from(known, async (name) => FORMATS[name]?.()));
  return formats.filter((format) => format !== undefined);
}

import type { EventFormat } from '../ports/event-format.ts';

/** The code of the formats of a list such as `v1 vh`, beside the one that is there already. */
export async function formatsBeside(v1: EventFormat, names: string): Promise<readonly EventFormat[]> {
  if (names === v1.name) return [v1];
  const { loadFormatsBeside } = await import('./other-formats.ts');
  return loadFormatsBeside(v1, names);
}

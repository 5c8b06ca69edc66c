import type { ByteReader } from './byte-reader.ts';

/** It reads so many steps of so many bytes. */
const STEP_BYTES = 96 * 1024;
const MAX_STEPS = 8;

/** Finds the last place between `from` and `to` with these four bytes where `read` returns a result. */
export async function searchFromEnd<Found>(
  peek: ByteReader,
  [from, to]: readonly [number, number],
  word: number,
  read: (at: number) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  let end = to;
  for (let step = 0; step < MAX_STEPS && end > from; step++) {
    const start = Math.max(from, end - STEP_BYTES);
    // Three more, for a word that lies across the border.
    const view = await peek.at(start, Math.min(end + 3, to) - start);
    if (!view) return undefined;
    for (let at = view.byteLength - 4; at >= 0; at--) {
      const found = view.getUint32(at) === word ? await read(start + at) : undefined;
      if (found !== undefined) return found;
    }
    end = start;
  }
  return undefined;
}

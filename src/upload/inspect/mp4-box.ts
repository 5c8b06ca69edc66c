import type { ByteReader } from './byte-reader.ts';

/** One box of an MP4 or MOV file: its kind, and where its contents lie. */
export interface Box {
  readonly type: string;
  /** Where the box begins. */
  readonly from: number;
  /** Where its contents begin. */
  readonly body: number;
  /** Where the next box begins. */
  readonly end: number;
}

/**
 * The boxes between two places, one after the other. A box that says that it is larger than its surroundings ends with
 * them; one that cannot be ends the walk. Each step goes forward, so that no file can make it go on for ever.
 */
export async function* boxes(peek: ByteReader, from: number, to: number): AsyncGenerator<Box, void> {
  for (let at = from; at + 8 <= to;) {
    const box = await boxAt(peek, at, to);
    if (!box) return;
    yield box;
    at = box.end;
  }
}

/** The first box of that kind inside another. */
export async function child(peek: ByteReader, parent: Box, type: string, skip = 0): Promise<Box | undefined> {
  for await (const box of boxes(peek, parent.body + skip, parent.end)) {
    if (box.type === type) return box;
  }
  return undefined;
}

/** The box below a chain of others: `mdia`, `minf`, `stbl`. */
export async function descendant(peek: ByteReader, parent: Box, ...path: string[]): Promise<Box | undefined> {
  let box: Box | undefined = parent;
  for (const type of path) box = box && (await child(peek, box, type));
  return box;
}

/** The first `length` bytes of a box's contents. */
export async function bodyOf(
  peek: ByteReader,
  box: Box | undefined,
  length: number,
): Promise<DataView<ArrayBuffer> | undefined> {
  return box && length <= box.end - box.body ? peek.at(box.body, length) : undefined;
}

async function boxAt(peek: ByteReader, at: number, to: number): Promise<Box | undefined> {
  const header = await peek.at(at, 8);
  if (!header) return undefined;
  const type = readType(header, 4);
  const size = header.getUint32(0);
  if (size === 0) return { type, from: at, body: at + 8, end: to };
  if (size !== 1)
    return size < 8 ? undefined : { type, from: at, body: at + 8, end: Math.min(at + size, to) };
  const large = at + 16 <= to ? await peek.at(at + 8, 8) : undefined;
  const whole = large && Number(large.getBigUint64(0));
  if (whole === undefined || whole < 16) return undefined;
  return { type, from: at, body: at + 16, end: Math.min(at + whole, to) };
}

/** Four letters. */
export function readType(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}

import type { ByteReader } from '../bytes/byte-reader.ts';

/** One box of an MP4 or MOV file. */
export interface Box {
  readonly type: string;
  /** Where the box begins, its contents begin, and the next box begins. */
  readonly from: number;
  readonly body: number;
  readonly end: number;
}

/**
 * The boxes between two places, in order. A box that claims to be larger than its parent ends with the parent; an
 * impossible one ends the walk. Each step goes forward, so that every walk ends.
 */
export async function* boxes(peek: ByteReader, from: number, to: number): AsyncGenerator<Box, void> {
  for (let at = from; at + 8 <= to;) {
    const box = await boxAt(peek, at, to);
    if (!box) return;
    yield box;
    at = box.end;
  }
}

/** The first box of that type inside another, `skip` bytes into its contents. */
export async function child(
  peek: ByteReader,
  parent: Box | undefined,
  type: string,
  skip = 0,
): Promise<Box | undefined> {
  if (!parent) return undefined;
  for await (const box of boxes(peek, parent.body + skip, parent.end)) {
    if (box.type === type) return box;
  }
  return undefined;
}

/** The first `length` bytes of a box's contents. */
export async function bodyOf(
  peek: ByteReader,
  box: Box | undefined,
  length: number,
): Promise<DataView<ArrayBuffer> | undefined> {
  return box && length <= box.end - box.body ? peek.at(box.body, length) : undefined;
}

/** The contents of a box whose version says whether its times have 32 or 64 bits. */
export interface VersionedBody {
  readonly view: DataView<ArrayBuffer>;
  readonly isWide: boolean;
  readonly time: (at: number) => number;
}

/** The first bytes of such a box: `narrow` or `wide` of them. */
export async function versionedBody(
  peek: ByteReader,
  box: Box | undefined,
  narrow: number,
  wide: number,
): Promise<VersionedBody | undefined> {
  const isWide = (await bodyOf(peek, box, 1))?.getUint8(0) === 1;
  const view = await bodyOf(peek, box, isWide ? wide : narrow);
  const time = (at: number) => (isWide ? Number(view?.getBigUint64(at)) : (view?.getUint32(at) ?? 0));
  return view && { view, isWide, time };
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
  return String.fromCharCode(...[0, 1, 2, 3].map((letter) => view.getUint8(at + letter)));
}

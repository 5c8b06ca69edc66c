import type { ByteReader } from './byte-reader.ts';

/** One element of a WebM or Matroska file. */
export interface EbmlElement {
  readonly id: number;
  readonly from: number;
  readonly body: number;
  /** Where the next one begins; the end of its surroundings when it does not say. */
  readonly end: number;
  /** False for one that was begun before its length was known. */
  readonly isSized: boolean;
}

/** The elements between two places. Each step goes forward; what cannot be ends the walk. */
export async function* ebmlElements(
  peek: ByteReader,
  from: number,
  to: number,
): AsyncGenerator<EbmlElement, void> {
  for (let at = from; at < to;) {
    const element = await ebmlElementAt(peek, at, to);
    if (!element) return;
    yield element;
    at = element.end;
  }
}

/** The element that begins at a place. */
export async function ebmlElementAt(
  peek: ByteReader,
  at: number,
  to: number,
): Promise<EbmlElement | undefined> {
  const room = Math.min(12, to - at, peek.size - at);
  const view = room >= 2 ? await peek.at(at, room) : undefined;
  const id = view && readVarInt(view, 0, true);
  const size = id && readVarInt(view, id.length, false);
  if (!id || id.length > 4 || !size) return undefined;
  const body = at + id.length + size.length;
  const isSized = !size.isOpen;
  return { id: id.value, from: at, body, end: isSized ? Math.min(body + size.value, to) : to, isSized };
}

/** Numbers of one to eight bytes: the leading zeros of the first one say how many follow. */
export function readVarInt(
  view: DataView,
  at: number,
  keepsMark: boolean,
): { value: number; length: number; isOpen: boolean } | undefined {
  if (at >= view.byteLength) return undefined;
  const first = view.getUint8(at);
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > view.byteLength) return undefined;
  const rest = first & (0xff >> length);
  let value = keepsMark ? first : rest;
  let isOpen = rest === 0xff >> length;
  for (let next = 1; next < length; next++) {
    const part = view.getUint8(at + next);
    value = value * 256 + part;
    isOpen &&= part === 0xff;
  }
  return { value, length, isOpen };
}

/** A whole number in an element; nothing for one that is too long to be one. */
export async function readUnsigned(peek: ByteReader, element: EbmlElement): Promise<number | undefined> {
  const length = element.end - element.body;
  const view = length > 0 && length <= 8 ? await peek.at(element.body, length) : undefined;
  let value = 0;
  for (let at = 0; view && at < length; at++) value = value * 256 + view.getUint8(at);
  return view && value;
}

/** A fraction in an element. */
export async function readFloat(peek: ByteReader, element: EbmlElement): Promise<number | undefined> {
  const length = element.end - element.body;
  if (length !== 4 && length !== 8) return undefined;
  const view = await peek.at(element.body, length);
  return view && (length === 4 ? view.getFloat32(0) : view.getFloat64(0));
}

/** The first bytes in an element, up to `most`. */
export async function readBytes(peek: ByteReader, element: EbmlElement, most: number): Promise<Uint8Array> {
  const length = Math.min(element.end - element.body, most);
  const view = length > 0 ? await peek.at(element.body, length) : undefined;
  return view ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength) : new Uint8Array();
}

import type { ByteReader } from '../bytes/byte-reader.ts';

/** One element of a WebM or Matroska file. */
export interface EbmlElement {
  readonly id: number;
  readonly body: number;
  /** Where the next element begins; the parent's end where the element does not state its length. */
  readonly end: number;
  /** False for an element that was begun before its length was known. */
  readonly isSized: boolean;
}

/** The elements between two places. Each step goes forward; an impossible element ends the walk. */
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

/** The children of an element by their ids; the last one of several alike. */
export async function childrenOf(
  peek: ByteReader,
  parent: EbmlElement | undefined,
): Promise<ReadonlyMap<number, EbmlElement>> {
  const found = new Map<number, EbmlElement>();
  if (!parent) return found;
  for await (const element of ebmlElements(peek, parent.body, parent.end)) found.set(element.id, element);
  return found;
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
  return { id: id.value, body, end: isSized ? Math.min(body + size.value, to) : to, isSized };
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

/** An element's whole number; 0 where there is none. */
export async function readUnsigned(peek: ByteReader, element: EbmlElement | undefined): Promise<number> {
  const bytes = await readBytes(peek, element, 9);
  return bytes.length > 8 ? 0 : bytes.reduce((value, byte) => value * 256 + byte, 0);
}

/** An element's fraction; 0 where there is none. */
export async function readFloat(peek: ByteReader, element: EbmlElement | undefined): Promise<number> {
  const { buffer, byteOffset, length } = await readBytes(peek, element, 9);
  const view = new DataView(buffer, byteOffset, length);
  return length === 4 ? view.getFloat32(0) : length === 8 ? view.getFloat64(0) : 0;
}

/** An element's text, up to `most` letters. */
export async function readString(
  peek: ByteReader,
  element: EbmlElement | undefined,
  most: number,
): Promise<string> {
  return String.fromCharCode(...(await readBytes(peek, element, most)));
}

/** An element's first bytes, up to `most`. */
export async function readBytes(
  peek: ByteReader,
  element: EbmlElement | undefined,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const length = element ? Math.min(element.end - element.body, most) : 0;
  const view = element && length > 0 ? await peek.at(element.body, length) : undefined;
  return view ? new Uint8Array(view.buffer, view.byteOffset, length) : new Uint8Array();
}

// The boxes of an MP4 or MOV in memory: read as a tree, changed, and written again. `inspect/mp4` reads a few of them where they lie.

/** A box: its contents as bytes, or as boxes. */
export interface BoxNode {
  readonly type: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Of a box that holds boxes; `bytes` is empty then. */
  children?: BoxNode[];
}

/** What holds the boxes that a cut changes; every other box is copied as it is. */
const PARENTS: ReadonlySet<string> = new Set([
  ...['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'mvex', 'moof', 'traf'],
]);

/** Where the contents of a box begin and end; undefined for one that cannot be. */
export interface BoxPlace {
  readonly type: string;
  readonly body: number;
  readonly end: number;
}

/** Reads the header of a box at `at` of `view`; `to` is where its parent ends, and `base` the place of the view in that. */
export function readBoxHeader(view: DataView, at: number, to: number, base = 0): BoxPlace | undefined {
  if (at + 8 > view.byteLength) return undefined;
  const type = String.fromCharCode(...[4, 5, 6, 7].map((letter) => view.getUint8(at + letter)));
  const stated = view.getUint32(at);
  const isLarge = stated === 1;
  if (isLarge && at + 16 > view.byteLength) return undefined;
  const size = isLarge ? Number(view.getBigUint64(at + 8)) : stated;
  const header = isLarge ? 16 : 8;
  const from = base + at;
  const end = size === 0 ? to : from + size;
  return end < from + header || end > to ? undefined : { type, body: from + header, end };
}

/** The boxes in some bytes. A box that cannot be ends the list: QuickTime closes some lists with zeros. */
export function parseBoxes(bytes: Uint8Array<ArrayBuffer>): BoxNode[] {
  const nodes: BoxNode[] = [];
  const view = viewOf(bytes);
  for (let at = 0; at + 8 <= bytes.length;) {
    const place = readBoxHeader(view, at, bytes.length);
    if (!place) break;
    const body = bytes.subarray(place.body, place.end);
    nodes.push(
      PARENTS.has(place.type)
        ? { type: place.type, bytes: new Uint8Array(), children: parseBoxes(body) }
        : { type: place.type, bytes: body },
    );
    at = place.end;
  }
  return nodes;
}

/** The first box at the end of a path of types. */
export function find(node: BoxNode | undefined, ...path: string[]): BoxNode | undefined {
  let found = node;
  for (const type of path) found = found?.children?.find((child) => child.type === type);
  return found;
}

/** All boxes of a type right inside another. */
export function findAll(node: BoxNode | undefined, type: string): BoxNode[] {
  return node?.children?.filter((child) => child.type === type) ?? [];
}

export function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The bytes of a box, its header first. */
export function writeBox({ type, bytes, children }: BoxNode): Uint8Array<ArrayBuffer> {
  const parts = children ? children.map(writeBox) : [bytes];
  const size = parts.reduce((sum, { length }) => sum + length, 8);
  const written = new Uint8Array(size);
  viewOf(written).setUint32(0, size);
  for (let letter = 0; letter < 4; letter++) written[4 + letter] = type.charCodeAt(letter);
  let at = 8;
  for (const part of parts) {
    written.set(part, at);
    at += part.length;
  }
  return written;
}

/** A box of 32-bit numbers after its version and flags. */
export function numbersBox(type: string, versionAndFlags: number, numbers: readonly number[]): BoxNode {
  const bytes = new Uint8Array(4 + 4 * numbers.length);
  const view = viewOf(bytes);
  view.setUint32(0, versionAndFlags);
  // The same bits for a negative number.
  for (const [index, number] of numbers.entries()) view.setInt32(4 + 4 * index, number);
  return { type, bytes };
}

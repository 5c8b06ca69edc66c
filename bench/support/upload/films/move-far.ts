import { open, readFile } from 'node:fs/promises';
import {
  type BoxNode,
  parseBoxes,
  readBoxHeader,
  viewOf,
  writeBox,
} from '../../../../src/upload/trim/mp4/box-tree.ts';

/** Writes a film whose header lies last again, with so many bytes of nothing before its samples: a hole, which takes no room on the disk. */
export async function moveFar(film: string, hole: number, to: string): Promise<void> {
  const bytes = new Uint8Array(await readFile(film));
  const view = viewOf(bytes);
  const file = await open(to, 'w');
  try {
    let at = 0;
    for (let from = 0; from < bytes.length;) {
      const place = readBoxHeader(view, from, bytes.length);
      if (!place) throw new TypeError('The film is broken.');
      if (place.type === 'mdat') {
        const head = Buffer.alloc(16);
        head.writeUInt32BE(1, 0);
        head.write('free', 4, 'latin1');
        head.writeBigUInt64BE(BigInt(hole), 8);
        await file.write(head, 0, head.length, at);
        at += hole;
      }
      const box =
        place.type === 'moov'
          ? writeBox({
              type: 'moov',
              bytes: new Uint8Array(),
              children: parseBoxes(bytes.subarray(place.body, place.end)).map((node) => moved(node, hole)),
            })
          : bytes.subarray(from, place.end);
      await file.write(box, 0, box.length, at);
      at += box.length;
      from = place.end;
    }
  } finally {
    await file.close();
  }
}

function moved(node: BoxNode, by: number): BoxNode {
  if (node.children) return { ...node, children: node.children.map((child) => moved(child, by)) };
  if (node.type !== 'stco') return node;
  const old = viewOf(node.bytes);
  const count = old.getUint32(4);
  const bytes = new Uint8Array(8 + 8 * count);
  const view = viewOf(bytes);
  view.setUint32(4, count);
  for (let index = 0; index < count; index++)
    view.setBigUint64(8 + 8 * index, BigInt(old.getUint32(8 + 4 * index) + by));
  return { type: 'co64', bytes };
}

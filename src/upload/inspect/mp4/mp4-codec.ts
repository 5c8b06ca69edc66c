import { aac, av1, avc, hevc, plainName, vp9 } from '../bytes/codec-string.ts';
import { type Box, boxes, child } from './mp4-box.ts';
import type { ByteReader } from '../bytes/byte-reader.ts';

/** Bytes of a video track's sample entry before its boxes, and of an audio track's. */
export const VIDEO_ENTRY_BYTES = 78;
const AUDIO_ENTRY_BYTES = 28;
/** No configuration that a name is made from is longer. */
const MAX_CONFIG_BYTES = 64;
/** Codecs whose name in a browser depends on nothing else. */
const PLAIN_CODECS: ReadonlyMap<string, string> = new Map([
  ['vp08', 'vp8'],
  ['Opus', 'opus'],
  ['fLaC', 'flac'],
]);

/** The codec of a sample entry, by the name that browsers know. */
export async function codecOf(peek: ByteReader, entry: Box): Promise<string | undefined> {
  const { type } = entry;
  const config = async (name: string, skip = 0) =>
    bytesOf(peek, await child(peek, entry, name, VIDEO_ENTRY_BYTES), skip);
  if (/^avc[13]$/.test(type)) return avc(await config('avcC'), type);
  if (/^h(vc|ev)1$/.test(type)) return hevc(await config('hvcC'), type);
  if (type === 'vp09') return vp9(await config('vpcC', 4));
  if (type === 'av01') return av1(await config('av1C'));
  if (type === 'mp4a') return mp4a(await audioConfig(peek, entry));
  return PLAIN_CODECS.get(type) ?? plainName(type);
}

/** In a MOV, the descriptor may stand inside a box `wave`, and after an entry of a newer, longer kind. */
async function audioConfig(peek: ByteReader, entry: Box): Promise<Uint8Array | undefined> {
  const version = (await peek.at(entry.body + 8, 2))?.getUint16(0);
  const skip = AUDIO_ENTRY_BYTES + (version === 1 ? 16 : version === 2 ? 36 : 0);
  for await (const box of boxes(peek, entry.body + skip, entry.end)) {
    if (box.type === 'esds') return bytesOf(peek, box, 4);
    if (box.type !== 'wave') continue;
    const inner = await child(peek, box, 'esds');
    return inner && bytesOf(peek, inner, 4);
  }
  return undefined;
}

/** A tree of descriptors: 3 holds 4 (whose first byte is the codec's number), 4 holds 5 (the codec's own words). */
function mp4a(descriptor: Uint8Array | undefined): string {
  if (!descriptor) return 'mp4a';
  let object = 0;
  for (let at = 0; at < descriptor.length;) {
    const tag = descriptor[at++];
    // A length in up to four bytes, seven bits each.
    while (at < descriptor.length && ((descriptor[at] ?? 0) & 0x80) !== 0) at++;
    at++;
    if (tag === 3) at += 3;
    else if (tag === 4) {
      object = descriptor[at] ?? 0;
      at += 13;
    } else if (tag === 5) return aac(descriptor.subarray(at));
    else break;
  }
  return object === 0x69 || object === 0x6b ? 'mp3' : object === 0x40 ? 'mp4a.40.2' : 'mp4a';
}

async function bytesOf(peek: ByteReader, box: Box | undefined, skip: number): Promise<Uint8Array> {
  const length = box ? Math.min(box.end - box.body - skip, MAX_CONFIG_BYTES) : 0;
  const view = box && length > 0 ? await peek.at(box.body + skip, length) : undefined;
  return view ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength) : new Uint8Array();
}

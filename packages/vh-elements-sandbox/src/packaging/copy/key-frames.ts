/** A key frame in the file of its segment: with what describes it, from there on. */
export interface KeyFrame {
  /** The segment's file. */
  name: string;
  /** Seconds: where it is shown. */
  start: number;
  /** Bytes. */
  offset: number;
  length: number;
}

/** The track that is written first, the picture. */
const PICTURE = 1;

/**
 * The bytes of the picture with which a fragment begins: its `moof`, and as much of its media as that picture has.
 * Nothing where the fragment has no picture.
 */
export function firstPicture(moof: Uint8Array): number | undefined {
  const view = new DataView(moof.buffer, moof.byteOffset, moof.byteLength);
  for (const traf of boxes(inside(view), 'traf')) {
    const [tfhd] = boxes(traf, 'tfhd');
    const [trun] = boxes(traf, 'trun');
    if (tfhd?.getUint32(4) !== PICTURE || !trun) continue;
    const flags = trun.getUint32(0);
    // Each field is there if its flag is: flags of the first sample, then its duration, then its size.
    const at = 12 + (flags & 0x4 ? 4 : 0) + (flags & 0x100 ? 4 : 0);
    // Where all are of one size, the header says which, after the track and the duration.
    const size = flags & 0x200 ? trun.getUint32(at) : tfhd.getUint32(12);
    return trun.getUint32(8) + size;
  }
  return undefined;
}

/** The playlist of the key frames, each of which is shown until the next one. */
export function keyFramePlaylist(frames: readonly KeyFrame[], end: number): string {
  const lengths = frames.map(({ start }, at) => Math.max((frames[at + 1]?.start ?? end) - start, 0.001));
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-TARGETDURATION:${String(Math.max(1, ...lengths.map(Math.ceil)))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-I-FRAMES-ONLY',
    '#EXT-X-MAP:URI="init.mp4"',
    ...frames.flatMap(({ name, offset, length }, at) => [
      `#EXTINF:${(lengths[at] ?? 0).toFixed(6)},`,
      `#EXT-X-BYTERANGE:${String(length)}@${String(offset)}`,
      name,
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

function inside(box: DataView): DataView {
  return new DataView(box.buffer, box.byteOffset + 8, box.byteLength - 8);
}

/** The contents of the boxes of one type. */
function boxes(view: DataView, type: string): DataView[] {
  const found: DataView[] = [];
  for (let at = 0; at + 8 <= view.byteLength;) {
    const size = view.getUint32(at);
    const name = String.fromCharCode(...[4, 5, 6, 7].map((step) => view.getUint8(at + step)));
    if (size < 8) break;
    if (name === type) found.push(inside(new DataView(view.buffer, view.byteOffset + at, size)));
    at += size;
  }
  return found;
}

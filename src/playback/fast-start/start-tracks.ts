/** One track that the start has opened, by hls.js's own name for it. */
export interface StartTrack {
  name: 'audiovideo' | 'video' | 'audio';
  codecs: string;
  buffer: SourceBuffer;
}

/** The beginning of one playlist, as it was fetched. */
export interface FirstMedia {
  /** Seconds: where it begins by the playlist. */
  start: number;
  init: ArrayBuffer;
  segment: ArrayBuffer;
}

/** The fetched tracks, and the offset that moves them to the playlist's clock; nothing where that is not certain. */
export function beginningOf(
  parts: readonly FirstMedia[],
): { names: readonly StartTrack['name'][]; offset: number } | undefined {
  const read = parts.map(({ init, segment, start }, index) => {
    const tracks = readTracks(init);
    const kinds = new Set([...(tracks?.values() ?? [])].map(({ kind }) => kind));
    return { name: nameOf(kinds, index), offset: start - ((tracks && readStart(segment, tracks)) ?? NaN) };
  });
  const names = read.map(({ name }) => name).filter((name) => name !== undefined);
  const [offset = NaN] = read.map(({ offset: own }) => own);
  if (names.length < parts.length || Number.isNaN(offset)) return undefined;
  return names.length > 1 && names[0] !== 'video' ? undefined : { names, offset };
}

/** The MIME type by which a source opens a track. */
export function mimeOf(codecs: string, name = 'video'): string {
  return `${name === 'audio' ? 'audio' : 'video'}/mp4; codecs="${codecs}"`;
}

/** hls.js's name of a track: nothing for what it would name in another way. */
function nameOf(kinds: ReadonlySet<string>, index: number): StartTrack['name'] | undefined {
  if (index === 1) return kinds.size === 1 && kinds.has('audio') ? 'audio' : undefined;
  if (!kinds.has('video')) return undefined;
  return kinds.has('audio') ? 'audiovideo' : 'video';
}

/** The codecs of one track among those of a rendition. */
export function codecsOf(all: string, name: StartTrack['name']): string {
  const isSound = (codec: string) => /^(?:mp4a|ac-3|ec-3|opus|flac|fLaC|Opus)/.test(codec.trim());
  if (name === 'audiovideo') return all;
  return all
    .split(',')
    .filter((codec) => isSound(codec) === (name === 'audio'))
    .join(',');
}

/** A track of an initialisation segment. */
export interface FragmentTrack {
  kind: 'video' | 'audio';
  /** Ticks a second. */
  timescale: number;
}

/** The tracks of an initialisation segment, by their ids. Nothing when one is neither picture nor sound, or encrypted. */
export function readTracks(init: ArrayBuffer): Map<number, FragmentTrack> | undefined {
  const tracks = new Map<number, FragmentTrack>();
  for (const trak of boxes(new DataView(init), 'moov', 'trak')) {
    const [tkhd] = boxes(trak, 'tkhd');
    const [mdhd] = boxes(trak, 'mdia', 'mdhd');
    const [hdlr] = boxes(trak, 'mdia', 'hdlr');
    const [stsd] = boxes(trak, 'mdia', 'minf', 'stbl', 'stsd');
    if (!tkhd || !mdhd || !hdlr || !stsd) return undefined;
    const kind = { vide: 'video', soun: 'audio' }[typeAt(hdlr, 8)] as FragmentTrack['kind'] | undefined;
    if (!kind || /^enc/.test(typeAt(stsd, 12))) return undefined;
    const long = (view: DataView) => view.getUint8(0) === 1;
    tracks.set(tkhd.getUint32(long(tkhd) ? 20 : 12), {
      kind,
      timescale: mdhd.getUint32(long(mdhd) ? 20 : 12),
    });
  }
  return tracks;
}

/** Seconds: the time at which a segment's first track begins to decode, as it says itself. hls.js counts from there. */
export function readStart(
  segment: ArrayBuffer,
  tracks: ReadonlyMap<number, FragmentTrack>,
): number | undefined {
  const starts = { video: Infinity, audio: Infinity };
  const [moof] = boxes(new DataView(segment), 'moof');
  for (const traf of moof ? boxes(moof, 'traf') : []) {
    const [tfhd] = boxes(traf, 'tfhd');
    const [tfdt] = boxes(traf, 'tfdt');
    const track = tfhd && tracks.get(tfhd.getUint32(4));
    if (!tfdt || !track) return undefined;
    const ticks = tfdt.getUint8(0) === 1 ? Number(tfdt.getBigUint64(4)) : tfdt.getUint32(4);
    starts[track.kind] = Math.min(starts[track.kind], ticks / track.timescale);
  }
  const start = Math.min(starts.video, starts.audio);
  return Number.isFinite(start) ? start : undefined;
}

/** The contents of all boxes on that way. */
function boxes(view: DataView, ...[type = '', ...rest]: string[]): DataView[] {
  const found: DataView[] = [];
  for (let at = 0; at + 8 <= view.byteLength;) {
    const size = view.getUint32(at) || view.byteLength - at;
    // Sizes of 64 bits belong to media data, which nothing here looks into.
    if (size < 8 || at + size > view.byteLength) break;
    if (typeAt(view, at + 4) === type)
      found.push(new DataView(view.buffer, view.byteOffset + at + 8, size - 8));
    at += size;
  }
  return rest.length === 0 ? found : found.flatMap((inner) => boxes(inner, ...rest));
}

function typeAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return '';
  return String.fromCharCode(...[0, 1, 2, 3].map((step) => view.getUint8(at + step)));
}

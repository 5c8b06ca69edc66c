import { readStart, readTracks } from './fragment-times.ts';

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

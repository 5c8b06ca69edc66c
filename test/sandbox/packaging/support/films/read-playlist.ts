/** A media playlist as far as its files go. */
export interface ReadPlaylist {
  init: string;
  segments: { name: string; seconds: number }[];
}

/** Reads a media playlist of the sandbox. */
export function readPlaylist(text: string): ReadPlaylist {
  const init = /^#EXT-X-MAP:URI="([^"]+)"/m.exec(text)?.[1];
  if (init === undefined) throw new Error('the playlist names no initialisation segment');
  if (!text.trimEnd().endsWith('#EXT-X-ENDLIST')) throw new Error('the playlist has no end');
  const segments = [...text.matchAll(/^#EXTINF:([\d.]+),\n(\S+)$/gm)].map(([, seconds, name = '']) => ({
    name,
    seconds: Number(seconds),
  }));
  return { init, segments };
}

/** True for the line of a master playlist that names a rendition. */
export function isPlayableHls(line: string): boolean {
  return line !== '' && !line.startsWith('#');
}

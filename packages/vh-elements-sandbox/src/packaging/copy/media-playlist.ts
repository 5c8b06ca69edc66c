/** A segment that is on the disk. */
export interface WrittenSegment {
  name: string;
  seconds: number;
  size: number;
}

/** The playlist of a rendition that is complete. */
export function mediaPlaylist(segments: readonly WrittenSegment[]): string {
  const longest = Math.max(1, ...segments.map(({ seconds }) => Math.ceil(seconds)));
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-TARGETDURATION:${String(longest)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
    ...segments.flatMap(({ name, seconds }) => [`#EXTINF:${seconds.toFixed(6)},`, name]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

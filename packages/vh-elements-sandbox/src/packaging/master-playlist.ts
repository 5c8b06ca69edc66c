import type { Rendition, Variant } from '../store/media/encodings.ts';

/** A captions track as a playlist names it. */
export interface SubtitleTrack {
  language: string;
  name: string;
  isDefault: boolean;
}

/**
 * The master playlist of the renditions that can be played, the smallest first: players begin with the first one, and a
 * quick start matters more than its sharpness.
 */
export function masterPlaylist(
  renditions: readonly Rendition[],
  subtitles: readonly SubtitleTrack[],
): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  for (const { language, name, isDefault } of subtitles) {
    const yesNo = isDefault ? 'YES' : 'NO';
    lines.push(
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="${name}",LANGUAGE="${language}",DEFAULT=${yesNo},` +
        `AUTOSELECT=YES,FORCED=NO,URI="captions/${language}.m3u8"`,
    );
  }
  const playable = renditions.flatMap(({ type, quality, status, variant }) =>
    type === 'hls' && status === 'encoded' && variant ? [{ quality, variant }] : [],
  );
  playable.sort((a, b) => a.variant.bandwidth - b.variant.bandwidth);
  for (const { quality, variant } of playable) {
    lines.push(`#EXT-X-STREAM-INF:${attributes(variant, subtitles.length > 0)}`, `${quality}/playlist.m3u8`);
  }
  for (const { quality, variant } of playable) {
    const { keyFrames, ...of } = variant;
    if (!keyFrames) continue;
    const attributeList = [
      `BANDWIDTH=${String(keyFrames.bandwidth)}`,
      `CODECS="${keyFrames.codecs}"`,
      ...size(of),
    ];
    lines.push(`#EXT-X-I-FRAME-STREAM-INF:${attributeList.join(',')},URI="${quality}/iframes.m3u8"`);
  }
  return `${lines.join('\n')}\n`;
}

/** The playlist of a captions track: one file as long as the video. */
export function subtitlePlaylist(language: string, seconds: number): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${String(Math.max(1, Math.ceil(seconds)))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${Math.max(seconds, 0.001).toFixed(3)},`,
    `../../captions/${language}.vtt`,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

/** True once there is something to play. */
export function isPlayable(renditions: readonly Rendition[]): boolean {
  return renditions.some(({ type, status }) => type === 'hls' && status === 'encoded');
}

function attributes(variant: Variant, withSubtitles: boolean): string {
  const { bandwidth, averageBandwidth, codecs, frameRate } = variant;
  return [
    `BANDWIDTH=${String(Math.ceil(bandwidth))}`,
    `AVERAGE-BANDWIDTH=${String(Math.ceil(averageBandwidth))}`,
    `CODECS="${codecs}"`,
    ...size(variant),
    ...(frameRate ? [`FRAME-RATE=${frameRate.toFixed(3)}`] : []),
    ...(withSubtitles ? ['SUBTITLES="subs"'] : []),
  ].join(',');
}

function size({ width, height }: Pick<Variant, 'width' | 'height'>): string[] {
  return width && height ? [`RESOLUTION=${String(width)}x${String(height)}`] : [];
}

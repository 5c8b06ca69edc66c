import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FILE } from './play-contestants.ts';

/** Renditions of the stream that players race with: height, video bits a second. */
const LADDER = [
  [240, 350_000],
  [480, 1_000_000],
  [720, 2_400_000],
] as const;
const SOUND = 64_000;
const QUIET = ['-hide_banner', '-loglevel', 'error', '-y'];
/** The same stream with captions, and its poster. */
export const CAPTIONED = 'captioned.m3u8';
export const POSTER = 'poster.jpg';
const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' };

/**
 * Makes the demo's film into HLS with three renditions in fragments of 4 s, and into one file as its largest rendition,
 * once; gives their folder. Wants ffmpeg.
 */
export function makePlayStream(folder: string): string {
  const master = path.join(folder, 'master.m3u8');
  if (existsSync(path.join(folder, POSTER))) return folder;
  for (const [height, bitrate] of LADDER) {
    const out = path.join(folder, String(height));
    mkdirSync(out, { recursive: true });
    execFileSync('ffmpeg', [
      ...QUIET,
      ...['-i', 'demo/media/sample.mp4', '-vf', `scale=-2:${String(height)}`],
      ...[
        '-c:v',
        'libx264',
        '-profile:v',
        'main',
        '-preset',
        'veryfast',
        '-g',
        '120',
        '-keyint_min',
        '120',
        '-sc_threshold',
        '0',
      ],
      ...['-b:v', String(bitrate), '-maxrate', String(bitrate), '-bufsize', String(bitrate * 2)],
      ...['-c:a', 'aac', '-b:a', String(SOUND), '-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod'],
      ...[
        '-hls_segment_type',
        'fmp4',
        '-hls_segment_filename',
        path.join(out, '%d.m4s'),
        path.join(out, 'index.m3u8'),
      ],
    ]);
  }
  const variants = (more = '') =>
    LADDER.map(([height, bitrate]) => {
      const width = Math.round((height * 16) / 9 / 2) * 2;
      return `#EXT-X-STREAM-INF:BANDWIDTH=${String(bitrate + SOUND)},RESOLUTION=${String(width)}x${String(height)},CODECS="avc1.4d401f,mp4a.40.2"${more}\n${String(height)}/index.m3u8\n`;
    }).join('');
  const head = '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n';
  writeFileSync(master, head + variants());
  writeFileSync(
    path.join(folder, CAPTIONED),
    head + captionTracks(folder).join('') + variants(',SUBTITLES="captions"'),
  );
  const largest = path.join(folder, '720', 'index.m3u8');
  execFileSync('ffmpeg', [
    ...QUIET,
    ...['-i', largest, '-c', 'copy', '-movflags', '+faststart', path.join(folder, FILE)],
  ]);
  execFileSync('ffmpeg', [
    ...QUIET,
    ...['-ss', '7', '-i', 'demo/media/sample.mp4', '-frames:v', '1', '-q:v', '3', path.join(folder, POSTER)],
  ]);
  return folder;
}

/** Copies the demo's captions beside the stream, a playlist each; gives their lines of the multivariant playlist. */
function captionTracks(folder: string): string[] {
  return Object.entries(LANGUAGES).map(([language, name]) => {
    copyFileSync(`demo/media/sample.${language}.vtt`, path.join(folder, `${language}.vtt`));
    writeFileSync(
      path.join(folder, `${language}.m3u8`),
      `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:24\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:24,\n${language}.vtt\n#EXT-X-ENDLIST\n`,
    );
    return `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="${name}",LANGUAGE="${language}",AUTOSELECT=YES,DEFAULT=NO,URI="${language}.m3u8"\n`;
  });
}

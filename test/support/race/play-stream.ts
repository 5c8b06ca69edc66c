import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Renditions of the stream that players race with: height, video bits a second. */
const LADDER = [
  [240, 350_000],
  [480, 1_000_000],
  [720, 2_400_000],
] as const;
const SOUND = 64_000;

/** Makes the demo's film into HLS with three renditions in fragments of 4 s, once; gives its folder. Wants ffmpeg. */
export function makePlayStream(folder: string): string {
  const master = path.join(folder, 'master.m3u8');
  if (existsSync(master)) return folder;
  for (const [height, bitrate] of LADDER) {
    const out = path.join(folder, String(height));
    mkdirSync(out, { recursive: true });
    execFileSync('ffmpeg', [
      ...[
        '-hide_banner',
        '-loglevel',
        'error',
        '-y',
        '-i',
        'demo/media/sample.mp4',
        '-vf',
        `scale=-2:${String(height)}`,
      ],
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
  const variants = LADDER.map(([height, bitrate]) => {
    const width = Math.round((height * 16) / 9 / 2) * 2;
    return `#EXT-X-STREAM-INF:BANDWIDTH=${String(bitrate + SOUND)},RESOLUTION=${String(width)}x${String(height)},CODECS="avc1.4d401f,mp4a.40.2"\n${String(height)}/index.m3u8\n`;
  });
  writeFileSync(master, `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${variants.join('')}`);
  return folder;
}

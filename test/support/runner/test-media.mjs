// Serves test/media under /media with ranges: the test runner's own file server ignores them, and no MP4 can be
// sought without.
import { createCipheriv } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../media/', import.meta.url));
const types = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt',
  '.jpg': 'image/jpeg',
};

/** The film over and over, as a live stream of 24 s that began long ago. */
function livePlaylist() {
  const [seconds, length] = [2, 12];
  const first = Math.floor(Date.now() / 1000 / seconds) % 1_000_000;
  const segments = Array.from({ length }, (_, at) => first + at).map(
    (at) => `${at % 4 === 0 ? '#EXT-X-DISCONTINUITY\n' : ''}#EXTINF:${seconds},\n../hls/180p/${at % 4}.m4s\n`,
  );
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${seconds}\n#EXT-X-MEDIA-SEQUENCE:${first}
#EXT-X-DISCONTINUITY-SEQUENCE:${Math.ceil(first / 4)}\n#EXT-X-MAP:URI="../hls/180p/init_1.mp4"\n${segments.join('')}`;
}

/** The film again and again: three times make a video of 24 s. */
function longPlaylist(times = 3) {
  const segments = Array.from(
    { length: times * 4 },
    (_, at) =>
      `${at > 0 && at % 4 === 0 ? '#EXT-X-DISCONTINUITY\n' : ''}#EXTINF:2,\n../hls/180p/${at % 4}.m4s\n`,
  );
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="../hls/180p/init_1.mp4"\n${segments.join('')}#EXT-X-ENDLIST\n`;
}

/** Subtitles of the two: a cue a segment, `en 7` in the segment 7. The timestamps start over with the film. */
function subtitlesOf(film, language) {
  const time = (seconds) => `00:00:0${seconds}.000`;
  const file = (at) =>
    `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n${time((at % 4) * 2)} --> ${time((at % 4) * 2 + 2)}\n${language} ${at}\n`;
  let at = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(film)?.[1] ?? 0);
  return film
    .replace(/#EXT-X-MAP.*\n/, '')
    .replace(/^\.\..*$/gm, () => `data:text/vtt,${encodeURIComponent(file(at++))}`);
}

/** The same, each file encrypted with AES-128. */
function encrypted(subtitles) {
  const key = Buffer.from('a key of a film!');
  const iv = Buffer.alloc(16, 7);
  const encrypt = (text) => {
    const cipher = createCipheriv('aes-128-cbc', key, iv);
    return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
  };
  return subtitles
    .replace(
      '#EXTINF',
      `#EXT-X-KEY:METHOD=AES-128,URI="data:application/octet-stream;base64,${key.toString('base64')}",IV=0x${iv.toString('hex')}\n#EXTINF`,
    )
    .replace(
      /^data:text\/vtt,(.*)$/gm,
      (_, text) => `data:application/octet-stream;base64,${encrypt(decodeURIComponent(text))}`,
    );
}

function master(languages, folder = '') {
  const track = (language) =>
    `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="${language}",LANGUAGE="${language}",AUTOSELECT=YES,URI="${folder}${language}.m3u8"\n`;
  return `#EXTM3U\n${languages.map(track).join('')}#EXT-X-STREAM-INF:BANDWIDTH=240000,RESOLUTION=320x180,CODECS="avc1.4d400d,mp4a.40.2",SUBTITLES="s"\nindex.m3u8\n`;
}

/** Playlists that are made when they are asked for. */
export const playlists = {
  '/media/live/index.m3u8': livePlaylist,
  '/media/long/index.m3u8': () => longPlaylist(),
  // Two hours.
  '/media/hours/index.m3u8': () => longPlaylist(900),
  '/media/live/subtitled.m3u8': () => master(['en', 'de']),
  '/media/long/subtitled.m3u8': () => master(['en', 'de', 'fr']),
  '/media/long/encrypted.m3u8': () => master(['en', 'de'], 'encrypted-'),
  '/media/live/encrypted.m3u8': () => master(['en', 'de'], 'encrypted-'),
  ...Object.fromEntries(
    ['en', 'de', 'fr'].flatMap((language) => [
      [`/media/live/${language}.m3u8`, () => subtitlesOf(livePlaylist(), language)],
      [`/media/long/${language}.m3u8`, () => subtitlesOf(longPlaylist(), language)],
      [`/media/live/encrypted-${language}.m3u8`, () => encrypted(subtitlesOf(livePlaylist(), language))],
      [`/media/long/encrypted-${language}.m3u8`, () => encrypted(subtitlesOf(longPlaylist(), language))],
    ]),
  ),
};

export async function testMedia(context, next) {
  if (!context.path.startsWith('/media/')) return next();
  if (Object.hasOwn(playlists, context.path)) {
    context.type = types['.m3u8'];
    context.body = playlists[context.path]();
    return undefined;
  }
  const file = path.join(root, path.normalize(decodeURIComponent(context.path.slice('/media/'.length))));
  const size = file.startsWith(root) ? (await stat(file).catch(() => undefined))?.size : undefined;
  if (size === undefined) return next();
  const range = /^bytes=(\d+)-(\d*)$/.exec(context.get('range'));
  const start = range ? Number(range[1]) : 0;
  const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
  context.type = types[path.extname(file)] ?? 'application/octet-stream';
  context.set('accept-ranges', 'bytes');
  // Tests count requests, also when another test of the same browser had it before.
  context.set('cache-control', 'no-store');
  if (range) {
    context.status = 206;
    context.set('content-range', `bytes ${start}-${end}/${size}`);
  }
  context.length = end - start + 1;
  context.body = createReadStream(file, { start, end });
}

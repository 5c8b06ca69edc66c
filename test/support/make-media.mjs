// Makes the small films that the player's tests play, with a system ffmpeg. What it makes is committed: run it again
// only to change the film.
//
//   node test/support/make-media.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const media = fileURLToPath(new URL('../media/', import.meta.url));
const hls = path.join(media, 'hls');
const SECONDS = 8;

const ffmpeg = (...args) => execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args]);

/** Hills at dusk, drawn by arithmetic: our own work. One expression a colour channel. */
function hills(channel) {
  const ridges = [
    // height, slow wave, quick wave, speed, colour
    [0.56, 0.05, 0.012, 2, [126, 92, 128]],
    [0.66, 0.06, 0.014, 5, [86, 66, 112]],
    [0.77, 0.055, 0.016, 10, [50, 46, 88]],
    [0.89, 0.05, 0.012, 18, [22, 26, 56]],
  ];
  const top = [30, 44, 92][channel];
  const horizon = [252, 178, 122][channel];
  const glow = [90, 66, 20][channel];
  const sun = [255, 236, 200][channel];
  const sky = `min(255,${top}+${horizon - top}*pow(Y/H/0.62,1.25)+${glow}*exp(-ld(0)*ld(0)*26))`;
  const near = ridges.reduce((behind, [height, slow, quick, speed, colour], index) => {
    const x = `(X/W*640+T*${speed})`;
    const ridge = `H*(${height}+${slow}*sin(${x}/${70 + index * 22}+${index * 1.7})+${quick}*sin(${x}/${17 + index * 5}+${index}))`;
    return `if(gt(Y,${ridge}),${colour[channel]}*(1.12-0.3*Y/H),${behind})`;
  }, `if(lt(ld(0),0.052),${sun},${sky})`);
  return `st(0,hypot(X-W*0.66,Y-H*(0.30+0.016*T))/W);${near}`;
}

const film = (width, height) =>
  `nullsrc=s=${width}x${height}:r=25:d=${SECONDS},format=gbrp,` +
  `geq=r='${hills(0)}':g='${hills(1)}':b='${hills(2)}',format=yuv420p`;
const sound = `aevalsrc='0.12*sin(2*PI*220*t)*(0.6+0.4*sin(PI*t/2))+0.06*sin(2*PI*330*t)':d=${SECONDS}:s=44100`;
const picture = ['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'slow', '-g', '50', '-keyint_min', '50'];
const voice = ['-c:a', 'aac', '-b:a', '32k', '-ac', '1'];

function makeHls() {
  ffmpeg(
    ...['-f', 'lavfi', '-i', film(320, 180), '-f', 'lavfi', '-i', sound],
    ...['-filter_complex', '[0:v]split[a][b];[b]scale=160:90[small]'],
    ...['-map', '[small]', '-map', '1:a', '-map', '[a]', '-map', '1:a'],
    ...[...picture, '-sc_threshold', '0', '-b:v:0', '50k', '-b:v:1', '140k', ...voice],
    ...['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
    ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', path.join(hls, '%v/%d.m4s')],
    ...['-var_stream_map', 'v:0,a:0,name:90p v:1,a:1,name:180p', '-master_pl_name', 'master.m3u8'],
    path.join(hls, '%v/index.m3u8'),
  );
  const stream = (name, bandwidth, resolution) =>
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${resolution},CODECS="avc1.4d400d,mp4a.40.2",SUBTITLES="subs"\n${name}/index.m3u8\n`;
  const track = (language, name) =>
    `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="${name}",LANGUAGE="${language}",AUTOSELECT=YES,DEFAULT=NO,URI="captions/${language}.m3u8"\n`;
  write(
    'master.m3u8',
    `#EXTM3U\n#EXT-X-VERSION:7\n${track('en', 'English')}${track('de', 'Deutsch')}` +
      stream('180p', 240_000, '320x180') +
      stream('90p', 110_000, '160x90'),
  );
}

/** The film once more with its sound apart, and once more as MPEG-TS. */
function makeOthers() {
  const dusk = path.join(media, 'dusk.mp4');
  const fragments = ['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'];
  const folder = (name) => {
    mkdirSync(path.join(hls, name), { recursive: true });
    return path.join(hls, name, 'index.m3u8');
  };
  for (const [name, map] of Object.entries({ 'apart/video': '0:v', 'apart/audio': '0:a' })) {
    const out = folder(name);
    const files = ['-hls_segment_filename', path.join(path.dirname(out), '%d.m4s')];
    ffmpeg('-i', dusk, '-map', map, '-c', 'copy', ...fragments, ...files, out);
  }
  // Not `.ts`, which tools take for TypeScript.
  const files = ['-hls_segment_filename', path.join(hls, 'ts', '%d.m2ts')];
  ffmpeg(
    '-i',
    dusk,
    '-c',
    'copy',
    '-f',
    'hls',
    '-hls_time',
    '2',
    '-hls_playlist_type',
    'vod',
    ...files,
    folder('ts'),
  );
  const codecs = 'BANDWIDTH=150000,RESOLUTION=320x180,CODECS="avc1.4d400d,mp4a.40.2"';
  write(
    'apart/master.m3u8',
    '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="audio/index.m3u8"\n' +
      `#EXT-X-STREAM-INF:${codecs},AUDIO="a"\nvideo/index.m3u8\n`,
  );
  write('ts/master.m3u8', `#EXTM3U\n#EXT-X-STREAM-INF:${codecs}\nindex.m3u8\n`);
}

/** Playlists of the key frames with which the segments of the small rendition begin, by their bytes. */
function makeIFrames() {
  const ranges = [0, 1, 2, 3].map((at) => {
    const bytes = readFileSync(path.join(hls, '90p', `${at}.m4s`));
    const moof = bytes.indexOf('moof') - 4;
    // The first run is the picture's: version and flags, count, offset of the data, flags and size of the first sample.
    const run = bytes.indexOf('trun') + 4;
    const length = bytes.readUInt32BE(run + 8) + bytes.readUInt32BE(run + 16);
    return `#EXTINF:2.000000,\n#EXT-X-BYTERANGE:${length}@${moof}\n${at}.m4s\n`;
  });
  write(
    '90p/iframes.m3u8',
    '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-PLAYLIST-TYPE:VOD\n' +
      `#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP:URI="init_0.mp4"\n${ranges.join('')}#EXT-X-ENDLIST\n`,
  );
  const codecs = 'CODECS="avc1.4d400d,mp4a.40.2"';
  const stream = `#EXT-X-STREAM-INF:BANDWIDTH=110000,RESOLUTION=160x90,${codecs}`;
  const frames =
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=16000,RESOLUTION=160x90,CODECS="avc1.4d400d",URI="90p/iframes.m3u8"\n';
  write('iframes.m3u8', `#EXTM3U\n#EXT-X-VERSION:7\n${stream}\n90p/index.m3u8\n${frames}`);
  // The captions make it a stream for the whole of hls.js.
  write(
    'iframes-captions.m3u8',
    '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",URI="captions/en.m3u8"\n' +
      `${stream},SUBTITLES="subs"\n90p/index.m3u8\n${frames}`,
  );
}

function makeCaptions() {
  const lines = {
    en: ['The sun goes down.', 'The hills turn blue.', 'It is quiet now.', 'Good night.'],
    de: ['Die Sonne geht unter.', 'Die Hügel werden blau.', 'Jetzt ist es still.', 'Gute Nacht.'],
  };
  for (const [language, cues] of Object.entries(lines)) {
    const text = cues.map((cue, at) => `00:0${at * 2}.000 --> 00:0${at * 2 + 2}.000\n${cue}\n`);
    write(`captions/${language}.vtt`, `WEBVTT\n\n${text.join('\n')}`);
    write(
      `captions/${language}.m3u8`,
      `#EXTM3U\n#EXT-X-TARGETDURATION:8\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:8,\n${language}.vtt\n#EXT-X-ENDLIST\n`,
    );
  }
}

function makeBroken() {
  const playlist = (seconds, segments) =>
    '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-MAP:URI="../90p/init_0.mp4"\n' +
    segments.map((segment) => `#EXTINF:${seconds},\n${segment}\n`).join('') +
    '#EXT-X-ENDLIST\n';
  write('broken/no-duration.m3u8', playlist('0', ['../90p/0.m4s', '../90p/1.m4s']));
  write('broken/no-segments.m3u8', playlist('2', []));
  write('broken/missing-segment.m3u8', playlist('2.0', ['gone-0.m4s', 'gone-1.m4s']));
  write('broken/empty.m3u8', '\n');
  write('broken/not-a-playlist.m3u8', '<!doctype html><title>Not found</title>\n');
  write(
    'broken/unknown-codec.m3u8',
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000,CODECS="zz99.1"\n../90p/index.m3u8\n',
  );
}

function makeFiles() {
  ffmpeg(
    ...[
      '-f',
      'lavfi',
      '-i',
      film(320, 180),
      '-f',
      'lavfi',
      '-i',
      sound,
      '-t',
      '4',
      ...picture,
      '-b:v',
      '110k',
    ],
    ...[...voice, '-movflags', '+faststart', path.join(media, 'dusk.mp4')],
  );
  ffmpeg(
    '-ss',
    '3',
    '-f',
    'lavfi',
    '-i',
    film(1280, 720),
    '-frames:v',
    '1',
    '-q:v',
    '6',
    path.join(media, 'dusk.jpg'),
  );
}

function write(name, text) {
  mkdirSync(path.dirname(path.join(hls, name)), { recursive: true });
  writeFileSync(path.join(hls, name), text);
}

rmSync(hls, { recursive: true, force: true });
for (const folder of ['90p', '180p']) mkdirSync(path.join(hls, folder), { recursive: true });
makeHls();
makeIFrames();
makeCaptions();
makeBroken();
makeFiles();
makeOthers();

// Makes the tiny files that the inspection's tests look into, with a system ffmpeg. What it makes is committed: run it
// again only to add a kind of file.
//
//   node test/upload/inspect/support/make-inspect-media.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../media/inspect/', import.meta.url));
mkdirSync(folder, { recursive: true });

const ffmpeg = (name, ...args) =>
  execFileSync('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-y'],
    ...['-f', 'lavfi', '-i', 'color=c=0x446688:s=64x36:r=10:d=2'],
    ...['-f', 'lavfi', '-i', 'sine=f=220:r=48000:d=2'],
    ...args,
    ...['-t', '2', '-map_metadata', '-1', '-fflags', '+bitexact', path.join(folder, name)],
  ]);
const h264 = ['-c:v', 'libx264', '-profile:v', 'main', '-pix_fmt', 'yuv420p', '-g', '10'];
const aac = ['-c:a', 'aac', '-b:a', '16k'];

ffmpeg('faststart.mp4', ...h264, ...aac, '-movflags', '+faststart');
ffmpeg('header-last.mp4', ...h264, ...aac);
ffmpeg('fragments.mp4', ...h264, ...aac, '-movflags', 'frag_keyframe+empty_moov+default_base_moof');
ffmpeg('indexed.mp4', ...h264, '-an', '-movflags', 'frag_keyframe+empty_moov+default_base_moof+global_sidx');
ffmpeg('quicktime.mov', ...h264, '-c:a', 'pcm_s16le', '-ar', '8000');
ffmpeg('hevc.mp4', '-c:v', 'libx265', '-tag:v', 'hvc1', '-x265-params', 'log-level=none', '-an');
ffmpeg('av1.mp4', '-c:v', 'libaom-av1', '-cpu-used', '8', '-an');
ffmpeg('vp9-opus.mp4', '-c:v', 'libvpx-vp9', '-c:a', 'libopus', '-b:a', '16k');
ffmpeg('sound.mp4', '-vn', ...aac);
ffmpeg('sized.webm', '-c:v', 'libvpx-vp9', '-c:a', 'libopus', '-b:a', '16k');
ffmpeg('live.webm', '-c:v', 'libvpx', '-c:a', 'libvorbis', '-live', '1');
ffmpeg('stretched.mkv', ...h264, ...aac, '-vf', 'setsar=2/1');
const blackAtFirst = "drawbox=w=iw:h=ih:color=black:t=fill:enable='lt(t,1.2)'";
ffmpeg('black-at-first.mp4', ...h264, '-an', '-vf', blackAtFirst, '-movflags', '+faststart');
execFileSync('ffmpeg', [
  ...['-loglevel', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=size=96x54:rate=25:duration=3'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-crf', '40', '-threads', '1'],
  ...['-g', '25', '-keyint_min', '25', '-sc_threshold', '0', '-bf', '3', '-b_strategy', '0'],
  ...['-x264-params', 'open-gop=1:b-pyramid=normal', '-fflags', '+bitexact', '-movflags', '+faststart'],
  path.join(folder, 'open-groups.mp4'),
]);

// A telephone held upright: the picture is stored lying, and turned when it is shown. Two of nine numbers.
const upright = readFileSync(path.join(folder, 'faststart.mp4'));
const matrix = upright.indexOf('tkhd') + 4 + 40;
for (const [index, value] of [0, 0x10000, 0, -0x10000, 0].entries()) {
  upright.writeInt32BE(value, matrix + index * 4);
}
writeFileSync(path.join(folder, 'upright.mp4'), upright);

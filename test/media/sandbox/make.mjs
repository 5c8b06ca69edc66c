// Makes the small films beside this file: `node test/media/sandbox/make.mjs`, with an ffmpeg on the PATH. They are
// drawn and sounded by ffmpeg itself, so no third party has rights in them.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=15:duration=6'];
const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=6'];
const make = (name, ...args) =>
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...sound, '-pix_fmt', 'yuv420p', ...args, name], {
    cwd: here,
  });

const h264 = [
  '-c:v',
  'libx264',
  '-preset',
  'veryslow',
  '-crf',
  '32',
  '-g',
  '30',
  '-c:a',
  'aac',
  '-b:a',
  '32k',
];
const opus = ['-c:a', 'libopus', '-b:a', '24k'];
make('h264-aac.mp4', ...h264, '-movflags', '+faststart');
make('h264-aac.mkv', ...h264);
make('h264-aac.mov', ...h264, '-f', 'mov');
make('vp9-opus.webm', '-c:v', 'libvpx-vp9', '-crf', '45', '-b:v', '0', '-g', '30', ...opus);
make('vp8-opus.webm', '-c:v', 'libvpx', '-crf', '40', '-b:v', '60k', '-g', '30', ...opus);

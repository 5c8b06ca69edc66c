// Serves test/media under /media with ranges: the test runner's own file server ignores them, and no MP4 can be
// sought without.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../media/', import.meta.url));
const types = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt',
  '.jpg': 'image/jpeg',
};

export async function testMedia(context, next) {
  if (!context.path.startsWith('/media/')) return next();
  const file = path.join(root, path.normalize(decodeURIComponent(context.path.slice('/media/'.length))));
  const size = file.startsWith(root) ? (await stat(file).catch(() => undefined))?.size : undefined;
  if (size === undefined) return next();
  const range = /^bytes=(\d+)-(\d*)$/.exec(context.get('range'));
  const start = range ? Number(range[1]) : 0;
  const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
  context.type = types[path.extname(file)] ?? 'application/octet-stream';
  context.set('accept-ranges', 'bytes');
  if (range) {
    context.status = 206;
    context.set('content-range', `bytes ${start}-${end}/${size}`);
  }
  context.length = end - start + 1;
  context.body = createReadStream(file, { start, end });
}

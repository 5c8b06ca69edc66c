import path from 'node:path';
import { imageTypeOf } from '../../http/body/image-type.ts';
import type { StoredFile } from '../extents-source.ts';

/** A source for ffmpeg: its files, and the media type that the probe found it to have. */
export interface FfmpegSource {
  files: readonly StoredFile[];
  container: string;
}

/** ffmpeg's reader of each container that the probe knows. */
const READERS = new Map(
  Object.entries({
    'video/mp4': 'mov',
    'video/quicktime': 'mov',
    'video/x-matroska': 'matroska',
    'video/webm': 'matroska',
    'video/MP2T': 'mpegts',
    'audio/mpeg': 'mp3',
    'audio/aac': 'aac',
    'audio/wav': 'wav',
    'audio/flac': 'flac',
    'application/ogg': 'ogg',
  }),
);

const PICTURE_READERS = { 'image/jpeg': 'jpeg_pipe', 'image/png': 'png_pipe', 'image/webp': 'webp_pipe' };

/**
 * The arguments that open a source, named relative to its folder. ffmpeg must not detect what an uploaded
 * file is: a playlist behind an ID3 header would make it open, and send back, any file that it names.
 */
export function inputOf({ files, container }: FfmpegSource): string[] {
  const reader = READERS.get(container);
  if (reader === undefined) throw new Error(`ffmpeg is given no ${container}`);
  const names = files.map((file) => path.basename(file.path));
  const single = names.length === 1;
  return [
    ...['-f', reader, '-format_whitelist', reader, '-protocol_whitelist', single ? 'file' : 'file,concat'],
    ...['-i', single ? `file:${names.join('')}` : `concat:${names.join('|')}`],
  ];
}

/** The arguments that open a picture. */
export async function pictureInput(file: string): Promise<string[]> {
  const type = await imageTypeOf(file);
  if (!type) throw new Error('a stored picture cannot be read');
  const reader = PICTURE_READERS[type];
  return ['-f', reader, '-format_whitelist', reader, '-protocol_whitelist', 'file', '-i', `file:${file}`];
}

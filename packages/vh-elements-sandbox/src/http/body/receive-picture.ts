import type { IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { imageSize, type ImageSize } from './image-size.ts';
import { syncFolder } from '../../store/files/durable.ts';
import { Problem } from '../problem.ts';
import { discardFile, receiveFile } from './receive-file.ts';

/** A JPEG or PNG that has arrived and is safe on disk, though nothing knows of it yet. */
export interface ReceivedPicture {
  /** The name of the stored file inside the folder that was given. */
  stored: string;
  type: ImageSize['type'];
  fields: ReadonlyMap<string, string>;
}

/** The most that a picture may be. */
export interface PictureLimits {
  folder: string;
  maxBytes: number;
  maxWidth: number;
  maxHeight: number;
}

/** Receives a form with one JPEG or PNG. Its bytes decide what it is, not its name: some clients send none. */
export async function receivePicture(
  request: IncomingMessage,
  limits: PictureLimits,
): Promise<ReceivedPicture> {
  const { file, fields } = await receiveFile(request, limits);
  try {
    const size = imageSize(await readFile(path.join(limits.folder, file.stored)));
    const { type } = check(size, limits);
    await syncFolder(limits.folder);
    return { stored: file.stored, type, fields };
  } catch (error) {
    await discardFile(limits.folder, file.stored);
    throw error;
  }
}

function check(size: ReturnType<typeof imageSize>, { maxWidth, maxHeight }: PictureLimits): ImageSize {
  const name = 'file';
  if (!size)
    throw new Problem('uploaded-file-extension-invalid', { name, detail: 'Send a JPEG or a PNG picture.' });
  if (size === 'broken')
    throw new Problem('uploaded-file-invalid-file', { name, detail: 'The picture cannot be read.' });
  if (size.width > maxWidth || size.height > maxHeight) {
    throw new Problem('uploaded-file-invalid-file', {
      name,
      detail: `The picture is ${size.width}x${size.height} px; at most ${maxWidth}x${maxHeight} px fit.`,
    });
  }
  return size;
}

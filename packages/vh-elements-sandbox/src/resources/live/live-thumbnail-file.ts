import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Services } from '../../services/services.ts';

/** Where the uploaded thumbnail of a live stream is. */
export function thumbnailFile({ folder }: Pick<Services, 'folder'>, liveStreamId: string): string {
  return path.join(folder.root, 'live-thumbnails', liveStreamId);
}

/** Removes the thumbnails that no live stream has. */
export async function sweepThumbnails({ folder, liveStreams }: Services): Promise<void> {
  const kept = liveStreams.withThumbnail();
  const place = path.join(folder.root, 'live-thumbnails');
  const names = await readdir(place).catch(() => []);
  for (const name of names.filter((one) => !kept.has(one))) await rm(path.join(place, name), { force: true });
}

import { rm } from 'node:fs/promises';
import { discardFile } from '../../http/body/receive-file.ts';
import type { Services } from '../../services/services.ts';

/** Deletes a video: first its records, then its bytes. */
export async function deleteVideo(services: Services, videoId: string): Promise<void> {
  const { videos, sources, packager, downloads, folder } = services;
  const files = sources.filesOf(videoId);
  videos.delete(videoId);
  await Promise.all([packager.drop(videoId), downloads.drop(videoId)]);
  for (const file of files) {
    // Copies of a video share its bytes: the last one takes them along.
    if (!sources.refersTo(file)) await discardFile(folder.extents, file);
  }
  await rm(folder.assets(videoId), { recursive: true, force: true });
}

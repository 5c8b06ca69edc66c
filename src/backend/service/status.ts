import { hasFailed, parseVideoStatus, type VideoStatus } from '../../core/wire/video-status.ts';
import type { Service } from './service.ts';
import type { Purpose } from './budget.ts';

/** Dependencies of `readStatus`. */
export interface StatusSource {
  service: Service;
  /** Called when a video takes no more bytes. */
  endUpload: (videoId: string) => Promise<void>;
}

/** A video's bytes and renditions, from the service; undefined when there is no such video. */
export async function readStatus(
  { service, endUpload }: StatusSource,
  id: string,
  purpose: Purpose = 'viewings',
): Promise<VideoStatus | undefined> {
  const answer = await service.json({ method: 'GET', path: ['videos', { id }, 'status'], purpose });
  if (answer === undefined) return undefined;
  const status = parseVideoStatus(answer);
  if (status.ingest?.status === 'uploaded' || hasFailed(status)) await endUpload(id);
  return status;
}

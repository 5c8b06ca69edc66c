import { hasFailed, parseVideoStatus, type VideoStatus } from '../core/video-status.ts';
import type { Service } from './service.ts';

/** How a video's status is asked for. */
export interface StatusSource {
  service: Service;
  /** Called when nothing more can be sent into a video. */
  endUpload: (videoId: string) => Promise<void>;
}

/** What the service says of a video's bytes and renditions; undefined for a video that is not there. */
export async function readStatus(
  { service, endUpload }: StatusSource,
  id: string,
): Promise<VideoStatus | undefined> {
  const answer = await service.json({ method: 'GET', path: ['videos', { id }, 'status'] });
  if (answer === undefined) return undefined;
  const status = parseVideoStatus(answer);
  if (status.ingest?.status === 'uploaded' || hasFailed(status)) await endUpload(id);
  return status;
}

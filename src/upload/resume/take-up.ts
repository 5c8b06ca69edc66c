import type { UploadedVideo } from '../../core/video.ts';
import type { KeptUpload } from './kept-upload.ts';
import type { TabNews } from './tab-news.ts';

/** The upload that is to be taken up. */
export interface Upcoming {
  key: string;
  scope: string;
  file: File;
  /** The way back to the file after a reload, where the browser gave one. */
  handle?: FileSystemFileHandle | undefined;
}

/** The video that the followed tab made since this one `began` to follow; nothing when it did not come to that. */
export function videoOfFollowed(
  kept: KeptUpload | undefined,
  began: number,
  last: TabNews | undefined,
): UploadedVideo | undefined {
  if (kept?.video && kept.touchedAt >= began) return kept.video;
  // It could not be written down, but it was said.
  return last?.videoId === undefined ? undefined : { videoId: last.videoId };
}

/** What a turn begins with: what was `kept`, or a record of an upload that begins `now`. */
export function takeUp(
  { key, scope, file, handle }: Upcoming,
  kept: KeptUpload | undefined,
  video: UploadedVideo | undefined,
  now: number,
): KeptUpload {
  const { name, size, type, lastModified } = file;
  // Whoever chooses a file again after it was uploaded means another video.
  const past = kept?.video && !video ? undefined : kept;
  return {
    ...(past ?? {
      key,
      scope,
      file: { name, size, type, lastModified },
      startedAt: now,
      touchedAt: now,
      sent: 0,
    }),
    handle: handle ?? past?.handle,
    video,
  };
}

import type { UploadedVideo } from '../../../core/wire/video.ts';
import type { AuthoredDetails } from '../../../core/wire/author/video-details.ts';

/** Every byte is stored and the video is known; it may not be playable yet. */
export class VhUploadDoneEvent extends Event {
  readonly file: File;
  readonly video: UploadedVideo;
  /** What the author has said of it and chosen for it so far, with `with-details` and `with-poster`. */
  readonly details: AuthoredDetails | undefined;
  /** The SHA-256 of what was sent, in hexadecimal, with `with-checksum`; undefined where it could not be computed. It may take a moment longer than sending. */
  readonly checksum: Promise<string | undefined> | undefined;

  constructor(
    file: File,
    video: UploadedVideo,
    details?: AuthoredDetails,
    checksum?: Promise<string | undefined>,
  ) {
    super('vh-upload-done');
    this.file = file;
    this.video = video;
    this.details = details;
    this.checksum = checksum;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-upload-done': VhUploadDoneEvent;
  }
}

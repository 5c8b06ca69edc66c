import type { UploadedVideo } from '../../../core/wire/video.ts';

/** The uploaded video can be played now. */
export class VhUploadPlayableEvent extends Event {
  readonly file: File;
  readonly video: UploadedVideo;
  /** The SHA-256 of what was sent, in hexadecimal, with `with-checksum`; undefined where it could not be computed. It may take a moment longer than sending. */
  readonly checksum: Promise<string | undefined> | undefined;

  constructor(file: File, video: UploadedVideo, checksum?: Promise<string | undefined>) {
    super('vh-upload-playable');
    this.file = file;
    this.video = video;
    this.checksum = checksum;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-upload-playable': VhUploadPlayableEvent;
  }
}

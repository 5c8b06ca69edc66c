import type { UploadedVideo } from '../../../core/wire/video.ts';

/** Every byte is stored and the video is known; it may not be playable yet. */
export class VhUploadDoneEvent extends Event {
  readonly file: File;
  readonly video: UploadedVideo;

  constructor(file: File, video: UploadedVideo) {
    super('vh-upload-done');
    this.file = file;
    this.video = video;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-upload-done': VhUploadDoneEvent;
  }
}

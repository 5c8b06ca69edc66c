import type { UploadedVideo } from '../../../core/wire/video.ts';

/** The uploaded video can be played now. */
export class VhUploadPlayableEvent extends Event {
  readonly file: File;
  readonly video: UploadedVideo;

  constructor(file: File, video: UploadedVideo) {
    super('vh-upload-playable');
    this.file = file;
    this.video = video;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-upload-playable': VhUploadPlayableEvent;
  }
}

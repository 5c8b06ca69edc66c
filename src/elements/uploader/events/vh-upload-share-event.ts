import type { UploadedVideo } from '../../../core/wire/video.ts';

/** An author sees what others are given of a stored video: its link and its embed code. */
export class VhUploadShareEvent extends Event {
  readonly file: File;
  readonly video: UploadedVideo;
  /** The address of the page that shows the video; undefined where neither the page nor the service says one. */
  readonly link: string | undefined;
  /** The HTML that shows it on another page. */
  readonly embedCode: string | undefined;

  constructor(
    file: File,
    video: UploadedVideo,
    { link, embedCode }: { link: string | undefined; embedCode: string | undefined },
  ) {
    super('vh-upload-share');
    this.file = file;
    this.video = video;
    this.link = link;
    this.embedCode = embedCode;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-upload-share': VhUploadShareEvent;
  }
}

import type { VideoDetails } from '../../../core/wire/author/video-details.ts';

/** The author of a film has said something else of it, and has paused. */
export class VhDetailsChangeEvent extends Event {
  readonly file: File;
  /** The video; undefined before there is one. */
  readonly videoId: string | undefined;
  readonly details: VideoDetails;

  constructor(file: File, videoId: string | undefined, details: VideoDetails) {
    super('vh-details-change');
    this.file = file;
    this.videoId = videoId;
    this.details = details;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-details-change': VhDetailsChangeEvent;
  }
}

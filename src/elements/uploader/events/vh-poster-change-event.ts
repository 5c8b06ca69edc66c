/** The author of a film has chosen another picture for it. */
export class VhPosterChangeEvent extends Event {
  readonly file: File;
  /** The video; undefined before there is one. */
  readonly videoId: string | undefined;
  /** JPEG, at most 1920 pixels and four megabytes. */
  readonly picture: Blob;

  constructor(file: File, videoId: string | undefined, picture: Blob) {
    super('vh-poster-change');
    this.file = file;
    this.videoId = videoId;
    this.picture = picture;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-poster-change': VhPosterChangeEvent;
  }
}

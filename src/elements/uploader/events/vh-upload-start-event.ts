/** An upload has begun, or has begun again after a failure. */
export class VhUploadStartEvent extends Event {
  readonly file: File;

  constructor(file: File) {
    super('vh-upload-start');
    this.file = file;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-upload-start': VhUploadStartEvent;
  }
}

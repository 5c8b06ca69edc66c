/** Asks whether a file may be uploaded; `preventDefault()` refuses it. */
export class VhFileAcceptEvent extends Event {
  /** The file that was chosen. */
  readonly file: File;

  constructor(file: File) {
    super('vh-file-accept', { cancelable: true });
    this.file = file;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-file-accept': VhFileAcceptEvent;
  }
}

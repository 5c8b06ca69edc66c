import type { FileInfo } from '../../../upload/inspect/file-info.ts';

/** Asks whether a file may be uploaded; `preventDefault()` refuses it. */
export class VhFileAcceptEvent extends Event {
  /** The file that was chosen. */
  readonly file: File;
  /** What the file says about itself: length, size, codecs, rotation, as far as it is known. */
  readonly info: FileInfo | undefined;
  /** The name under which it is uploaded, and by which its row is called; the page may set it. */
  title: string;
  /** What the page's server is told of this upload: `asked.metadata` in `authorize`, `request.metadata` in a grant function. */
  metadata: Readonly<Record<string, string>> | undefined;

  constructor(file: File, info?: FileInfo) {
    super('vh-file-accept', { cancelable: true });
    this.file = file;
    this.info = info;
    this.title = file.name;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-file-accept': VhFileAcceptEvent;
  }
}

import type { FileInfo } from '../../../upload/index.ts';

/** Asks whether a file may be uploaded; `preventDefault()` refuses it. */
export class VhFileAcceptEvent extends Event {
  /** The file that was chosen. */
  readonly file: File;
  /** The file's own data: length, size, codecs, rotation, as far as they are known. */
  readonly info: FileInfo | undefined;
  /** The name under which it is uploaded, and by which its row is called; the page may set it. */
  title: string;
  /** Data for the page's server about this upload: `asked.metadata` in `authorize`, `request.metadata` in a grant function. */
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

import type { FileInfo, UploadedFilm } from '../../../upload/index.ts';

/** Asks whether a file may be uploaded; `preventDefault()` refuses it. */
export class VhFileAcceptEvent extends Event {
  /** The file that was chosen. */
  readonly file: File;
  /** The file's own data: length, size, codecs, rotation, as far as they are known. */
  readonly info: FileInfo | undefined;
  /** The earlier upload of the same film that this browser remembers, with `with-duplicate-warning`: its row asks the visitor. */
  readonly duplicateOf: UploadedFilm | undefined;
  /** True to upload it again without asking; the page may set it. */
  uploadAgain = false;
  /** The name under which it is uploaded, and by which its row is called; the page may set it. */
  title: string;
  /** Data for the page's server about this upload: `asked.metadata` in `authorize`, `request.metadata` in a grant function. */
  metadata: Readonly<Record<string, string>> | undefined;

  constructor(file: File, info?: FileInfo, duplicateOf?: UploadedFilm) {
    super('vh-file-accept', { cancelable: true });
    this.file = file;
    this.info = info;
    this.duplicateOf = duplicateOf;
    this.title = file.name;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-file-accept': VhFileAcceptEvent;
  }
}

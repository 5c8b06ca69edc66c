import type { TemplateResult } from 'lit';
import type { FileInfo, QueueItem, Upload } from '../../../../upload/index.ts';

/** One file as a part of its author's area sees it. */
export interface AuthoredFile {
  readonly item: QueueItem;
  readonly upload: Upload;
  /** True for an uploader that is disabled: what it has stays as it is. */
  readonly isFixed: boolean;
}

/** One thing that an author does with a film beside its upload, for all files of one uploader. */
export interface AuthorPanel {
  render: (file: AuthoredFile) => TemplateResult | undefined;
  /** Ends the work for files that have left the list. */
  keep: (uploads: ReadonlySet<Upload | undefined>) => void;
}

/** What the rows of the author's area may ask of the list. */
export interface AuthorList {
  /** The value of the form is another one: see `Upload.details`. */
  onChange: () => void;
  /** The data of an upload's file, once it has been checked. */
  infoOf: (upload: Upload) => FileInfo | undefined;
}

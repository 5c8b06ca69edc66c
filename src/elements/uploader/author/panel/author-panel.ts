import type { TemplateResult } from 'lit';
import type { FileInfo, QueueItem, QueueItemState, Upload } from '../../../../upload/index.ts';

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

/** True for a film that its author may still cut: until it leaves, and after it could not be cut. */
export function isTrimmable(state: QueueItemState): boolean {
  return state.status === 'failed' ? /^trim-/.test(state.error.code) : state.status === 'idle';
}

/** What the rows of the author's area may ask of the list. */
export interface AuthorList {
  /** What is known of a film, once it is checked. */
  infoOf: (upload: Upload) => FileInfo | undefined;
  /** The value of the form is another one: see `Upload.details`. */
  onChange: () => void;
}

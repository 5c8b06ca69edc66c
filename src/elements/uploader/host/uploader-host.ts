import type { LitElement } from 'lit';
import type { CaptureKind, QueueHolder, VideoRules } from '../../../upload/index.ts';
import type { ShareAddress } from './share-address.ts';

/** The uploader as its lazily loaded parts see it. */
export interface UploaderHost extends LitElement, QueueHolder, VideoRules {
  readonly capture: CaptureKind | undefined;
  readonly optimize: string | undefined;
  readonly accept: string | undefined;
  readonly maxSize: number | undefined;
  readonly maxFiles: number | undefined;
  readonly multiple: boolean;
  readonly directory: boolean;
  readonly value: string;
  /** None in happy-dom. */
  readonly labels: NodeList | undefined;
  readonly form: HTMLFormElement | null;
  readonly withoutAutostart: boolean;
  readonly withoutAutosubmit: boolean;
  readonly withoutDrop: boolean;
  readonly dropOn: 'page' | undefined;
  readonly withoutResume: boolean;
  readonly withoutAutoresume: boolean;
  readonly keepFiles: number | undefined;
  readonly captions: boolean;
  readonly withDetails: boolean;
  readonly withPoster: boolean;
  readonly withTrim: boolean;
  readonly withChecksum: boolean;
  readonly withShare: boolean;
  readonly withDuplicateWarning: boolean;
  readonly shareUrl: ShareAddress | undefined;
  readonly embedUrl: ShareAddress | undefined;
  select: () => void;
}

/** The two ends of a removed file: exactly one of them is called. */
export interface Removal {
  /** The file was brought back. */
  readonly undo: () => void;
  /** The file is gone for good. */
  readonly expire: () => void;
}

/** The uploader of a recording. */
export interface RecordingReceiver {
  /** True while a file would be taken. */
  readonly isOpen: boolean;
  take: (files: readonly File[]) => void;
  /** False once the upload of a file was cancelled, or the page has refused it. */
  wants: (file: File) => boolean;
  /** Takes a file out as a person does by its row: it may be brought back for some seconds. */
  remove: (file: File, removal: Removal) => void;
}

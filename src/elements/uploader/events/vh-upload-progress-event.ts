import type { UploadProgress } from '../../../upload/index.ts';

/** Bytes were sent; about ten times a second. */
export class VhUploadProgressEvent extends Event implements UploadProgress {
  readonly file: File;
  /** Bytes that were sent, stored or not; it never decreases. */
  readonly sent: number;
  /** Bytes that the service has confirmed. */
  readonly stored: number;
  /** Bytes of the file. */
  readonly total: number;
  /** Bytes a second, smoothed; nothing until there is enough to measure. */
  readonly speed: number | undefined;
  /** Seconds left at that speed. */
  readonly secondsLeft: number | undefined;

  constructor(file: File, { sent, stored, total, speed, secondsLeft }: UploadProgress) {
    super('vh-upload-progress');
    this.file = file;
    this.sent = sent;
    this.stored = stored;
    this.total = total;
    this.speed = speed;
    this.secondsLeft = secondsLeft;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-upload-progress': VhUploadProgressEvent;
  }
}

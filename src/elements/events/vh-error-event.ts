import type { VhError, VhErrorCode } from '../../core/errors/vh-error.ts';

/** An upload or a playback failed and will not recover. */
export class VhErrorEvent extends Event {
  readonly error: VhError;
  /** The error's code. */
  readonly code: VhErrorCode;
  /** The file whose upload failed; `undefined` if the error is not about a file. */
  readonly file: File | undefined;

  constructor(error: VhError, file?: File) {
    super('vh-error');
    this.error = error;
    this.code = error.code;
    this.file = file;
  }
}

/** Tells the page of errors by events of an element. */
export function reportTo(element: EventTarget): (error: VhError) => void {
  return (error) => void element.dispatchEvent(new VhErrorEvent(error));
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-error': VhErrorEvent;
  }
}

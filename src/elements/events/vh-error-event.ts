import type { VhError, VhErrorCode } from '../../core/errors/vh-error.ts';

/** Something ended that will not recover. */
export class VhErrorEvent extends Event {
  readonly error: VhError;
  /** The error's code, for a quick switch. */
  readonly code: VhErrorCode;
  /** The file whose upload has ended; nothing where it is not about one. */
  readonly file: File | undefined;

  constructor(error: VhError, file?: File) {
    super('vh-error');
    this.error = error;
    this.code = error.code;
    this.file = file;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-error': VhErrorEvent;
  }
}

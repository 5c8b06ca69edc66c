import type { VhError, VhErrorCode } from '../../core/vh-error.ts';

/** Something ended that will not recover by itself. */
export class VhErrorEvent extends Event {
  readonly error: VhError;
  /** The error's code, for a quick switch. */
  readonly code: VhErrorCode;

  constructor(error: VhError) {
    super('vh-error');
    this.error = error;
    this.code = error.code;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-error': VhErrorEvent;
  }
}

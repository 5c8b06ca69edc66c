import type { VhError } from '../../core/errors/vh-error.ts';

/** What a viewer sees of media that broke, from then on until they play again. */
export interface Interruption {
  /** Why they broke; stays while another try is on its way. */
  error?: VhError | undefined;
  /** The last picture of a source that is gone. */
  still?: HTMLCanvasElement | undefined;
}

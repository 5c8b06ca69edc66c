import { withDarkPicture } from './dark-picture.ts';

/** Options of a browser's recorder; the DOM's types lack some of them. */
export interface RecordingOptions extends MediaRecorderOptions {
  /** Milliseconds between two key frames. */
  videoKeyFrameIntervalDuration?: number;
}

/** The platform functions that a recorder uses; a test brings its own. */
export interface RecordEnvironment {
  readonly devices: Pick<
    MediaDevices,
    'getUserMedia' | 'getDisplayMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'
  >;
  /** A stream with the sound of another one, and a dark picture. */
  withDarkPicture: (sound: MediaStream) => { stream: MediaStream; close: () => void };
  record: (stream: MediaStream, options: RecordingOptions) => MediaRecorder;
  isTypeSupported: (type: string) => boolean;
  /** Milliseconds on a clock that never jumps. */
  now: () => number;
  /** Calls a listener a few times a second until the signal aborts. */
  tick: (listener: () => void, signal: AbortSignal) => void;
}

/** The platform's own; undefined where it cannot record: pages without https have no camera. */
export function browserRecordEnvironment(): RecordEnvironment | undefined {
  // Absent on pages without https, whatever the types say.
  const devices = (globalThis.navigator as Partial<Navigator> | undefined)?.mediaDevices;
  if (!devices || typeof MediaRecorder === 'undefined') return undefined;
  return {
    devices,
    withDarkPicture,
    record: (stream, options) => new MediaRecorder(stream, options),
    isTypeSupported: (type) => MediaRecorder.isTypeSupported(type),
    now: () => performance.now(),
    tick: (listener, signal) => {
      const timer = setInterval(listener, 250);
      signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    },
  };
}

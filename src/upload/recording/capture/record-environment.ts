import type { CameraOverlay } from '../overlay/camera-overlay.ts';
import type { OverlayCorner } from '../overlay/place-camera.ts';
import { loadOverlay } from '../parts.ts';

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
  /** A screen's stream with a camera's picture in a corner; undefined where that cannot be made. */
  withCamera: (
    screen: MediaStream,
    camera: MediaStream,
    corner: OverlayCorner,
  ) => Promise<CameraOverlay | undefined>;
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
    withCamera: async (screen, camera, corner) =>
      (await loadOverlay())?.overlayCamera(screen, camera, corner),
    record: (stream, options) => new MediaRecorder(stream, options),
    isTypeSupported: (type) => MediaRecorder.isTypeSupported(type),
    now: () => performance.now(),
    tick: (listener, signal) => {
      const timer = setInterval(listener, 250);
      signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    },
  };
}

/** As a camera's picture, so that every player takes the recording for a film. */
const WIDTH_PX = 1280;
const HEIGHT_PX = 720;
/** Milliseconds between two pictures: a recorder writes nothing between two of them. */
const INTERVAL_MS = 200;

/** A stream with the sound of another one and a dark picture, for a visitor who turns the camera off. */
export function withDarkPicture(sound: MediaStream): { stream: MediaStream; close: () => void } {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH_PX, HEIGHT_PX];
  const context = canvas.getContext('2d', { alpha: false });
  const paint = () => context?.fillRect(0, 0, WIDTH_PX, HEIGHT_PX);
  paint();
  const picture = canvas.captureStream();
  const timer = setInterval(paint, INTERVAL_MS);
  const close = () => {
    clearInterval(timer);
    for (const track of picture.getTracks()) track.stop();
  };
  return { stream: new MediaStream([...picture.getTracks(), ...sound.getAudioTracks()]), close };
}

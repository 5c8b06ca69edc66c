import type { VhError } from '../../../core/errors/vh-error.ts';
import type { GrowingFile } from '../journal/growing-file.ts';
import type { OverlayCorner } from '../overlay/place-camera.ts';

/** The source of a recording: a camera with its sound, the screen, or the screen with the camera in a corner of it. */
export type CaptureKind = 'camera' | 'screen' | 'screen camera';

/** A camera or a microphone that may be chosen. */
export interface CaptureDevice {
  readonly id: string;
  readonly kind: 'camera' | 'microphone';
  /** The browser's name for it; empty until a person has let the page use one. */
  readonly label: string;
}

/** The state while the camera is on. */
interface LiveCapture {
  /** The live picture, to be shown. */
  readonly stream: MediaStream;
  /** Cameras and microphones that may be chosen; none for the screen's own picture. */
  readonly devices: readonly CaptureDevice[];
  /** The ids of the devices in use. */
  readonly camera: string | undefined;
  readonly microphone: string | undefined;
  /** The corner of the screen's picture in which the camera is seen; undefined while it is in none. */
  readonly corner: OverlayCorner | undefined;
  /** True while the platform blurs what is behind the person; undefined where a page cannot decide that. */
  readonly isBlurred: boolean | undefined;
}

/** The state of a recording that has begun. */
interface StartedRecording {
  /** Grows while recording. */
  readonly file: GrowingFile;
  /** Recorded seconds, without pauses. */
  readonly seconds: number;
  /** True while a crash would lose only the last moment. */
  readonly isKept: boolean;
}

/**
 * The state of a recorder.
 *
 * `idle` → `asking` → `ready` → `recording` ⇄ `paused` → `stopping` → `done`. From `asking`, and where nothing can be
 * recorded, `failed`; `open()` tries again from there. A camera that goes away in the middle ends the recording as
 * `stop()` does: the recording is whole.
 */
export type RecordState =
  | { readonly status: 'idle' | 'asking' }
  | ({ readonly status: 'ready' } & LiveCapture)
  | ({ readonly status: 'recording' | 'paused' | 'stopping' } & LiveCapture & StartedRecording)
  | ({ readonly status: 'done' } & StartedRecording)
  | { readonly status: 'failed'; readonly error: VhError };

/** The name of a state. */
export type RecordStatus = RecordState['status'];

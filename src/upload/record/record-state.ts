import type { VhError } from '../../core/vh-error.ts';
import type { GrowingFile } from './growing-file.ts';

/** What is recorded: a camera with its sound, or the screen. */
export type CaptureKind = 'camera' | 'screen';

/** A camera or a microphone that may be chosen. */
export interface CaptureDevice {
  readonly id: string;
  readonly kind: 'camera' | 'microphone';
  /** The browser's name for it; empty until a person has let the page use one. */
  readonly label: string;
}

/** What there is while the camera is on. */
interface LiveCapture {
  /** What it sees, to be shown. */
  readonly stream: MediaStream;
  /** Cameras and microphones that may be chosen; none for the screen's own picture. */
  readonly devices: readonly CaptureDevice[];
  /** The ids of those in use. */
  readonly camera: string | undefined;
  readonly microphone: string | undefined;
}

/** What there is once a recording has begun. */
interface StartedRecording {
  /** Grows while it is recorded. */
  readonly file: GrowingFile;
  /** Seconds that are recorded, pauses left out. */
  readonly seconds: number;
  /** True while a crash would lose no more than the last moment. */
  readonly isKept: boolean;
}

/**
 * What a recorder is doing.
 *
 * `idle` → `asking` → `ready` → `recording` ⇄ `paused` → `stopping` → `done`. From `asking`, and where nothing can be
 * recorded, `failed`; `open()` tries again from there. A camera that goes away in the middle ends the recording as
 * `stop()` does: what was recorded is whole.
 */
export type RecordState =
  | { readonly status: 'idle' | 'asking' }
  | ({ readonly status: 'ready' } & LiveCapture)
  | ({ readonly status: 'recording' | 'paused' | 'stopping' } & LiveCapture & StartedRecording)
  | ({ readonly status: 'done' } & StartedRecording)
  | { readonly status: 'failed'; readonly error: VhError };

/** The name of a state. */
export type RecordStatus = RecordState['status'];

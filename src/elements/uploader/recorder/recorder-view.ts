import type { RecorderWords } from '../../../locales/en/recorder.ts';
import type { CaptureChoice, CaptureKind, OverlayCorner, RecordState } from '../../../upload/index.ts';

/** The actions of the recorder's buttons. */
export interface RecorderActions {
  /** Begins to count down. */
  start: () => void;
  cancelStart: () => void;
  pause: () => void;
  resume: () => void;
  stop: () => void;
  retry: () => void;
  /** Closes it; a recording that has begun is discarded, and may be brought back for some seconds. */
  close: () => void;
  /** Plays the recording that is reviewed. */
  play: () => void;
  /** Uses the recording that was reviewed. */
  keep: () => void;
  /** Throws it away and records again. */
  again: () => void;
  choose: (choice: CaptureChoice) => void;
  /** Moves the camera to another corner of the screen's picture. */
  moveCamera: (corner: OverlayCorner) => void;
  /** Blurs what is behind the person, or does not. */
  blur: (isOn: boolean) => void;
  /** Goes on with the camera alone: no screen was to be had. */
  useCamera: () => void;
}

/** The tracks of a recording: only the microphone's with the camera off. */
export type RecordingSource = CaptureKind | 'microphone';

/** The content of the recorder. */
export interface RecorderView {
  state: RecordState;
  source: RecordingSource;
  /** True while the camera that should be over the screen is not there. */
  lacksCamera: boolean;
  /** Bytes of the recording that are uploaded. */
  sent: number;
  /** Seconds until it begins; 0 while none are counted. */
  countdown: number;
  /** True while a recording is reviewed; `address` is where it plays, once the visitor opens it. */
  isReviewed: boolean;
  address: string | undefined;
  words: RecorderWords;
  locale: string;
  actions: RecorderActions;
}

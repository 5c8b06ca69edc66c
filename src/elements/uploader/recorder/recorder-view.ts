import type { RecorderWords } from '../../../locales/en/recorder.ts';
import type { CaptureChoice } from '../../../upload/record/capture.ts';
import type { CaptureKind, RecordState } from '../../../upload/record/record-state.ts';

/** What the recorder's buttons do. */
export interface RecorderActions {
  start: () => void;
  pause: () => void;
  resume: () => void;
  stop: () => void;
  retry: () => void;
  /** Closes it; a recording that has begun is thrown away. */
  close: () => void;
  choose: (choice: CaptureChoice) => void;
}

/** What the recorder shows. */
export interface RecorderView {
  state: RecordState;
  kind: CaptureKind;
  /** Bytes of the recording that are uploaded. */
  sent: number;
  words: RecorderWords;
  locale: string;
  actions: RecorderActions;
}

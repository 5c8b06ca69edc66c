import type { UploadState, UploadStatus } from '../../../upload/ports/upload-state.ts';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import { VhUploadDoneEvent } from './vh-upload-done-event.ts';
import { VhUploadPlayableEvent } from './vh-upload-playable-event.ts';
import { VhUploadProgressEvent } from './vh-upload-progress-event.ts';
import { VhUploadStartEvent } from './vh-upload-start-event.ts';

/** The event for a state, by the one before it; undefined where there is none. */
export function eventForState(
  file: File,
  state: UploadState,
  before: UploadStatus | undefined,
): Event | undefined {
  switch (state.status) {
    case 'granting':
      return before === 'idle' || before === 'failed' ? new VhUploadStartEvent(file) : undefined;
    case 'uploading':
      return new VhUploadProgressEvent(file, state);
    case 'processing':
      return new VhUploadDoneEvent(file, state.video);
    case 'playable':
      return new VhUploadPlayableEvent(file, state.video);
    case 'failed':
      return new VhErrorEvent(state.error, file);
    default:
      return undefined;
  }
}

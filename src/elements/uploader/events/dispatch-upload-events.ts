import type { VhError } from '../../../core/errors/vh-error.ts';
import type { Upload, UploadState, UploadStatus } from '../../../upload/index.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import { VhUploadDoneEvent } from './vh-upload-done-event.ts';
import { VhUploadPlayableEvent } from './vh-upload-playable-event.ts';
import { VhUploadProgressEvent } from './vh-upload-progress-event.ts';
import { VhUploadStartEvent } from './vh-upload-start-event.ts';

/**
 * Fires the events of an upload, while it is listed: a file that was taken out fires none. The returned function
 * reports what happened meanwhile, when the file is brought back.
 */
export function dispatchUploadEvents(
  host: UploaderHost,
  upload: Upload,
  isListed: () => boolean,
  onFailed: (error: VhError) => void,
): () => void {
  const { store } = upload;
  let before: UploadStatus = 'idle';
  const follow = (state: UploadState) => {
    if (upload.isPreparing || !isListed()) return;
    const event = eventForState(upload, state, before);
    before = state.status;
    if (event) host.dispatchEvent(event);
    if (state.status === 'failed') onFailed(state.error);
  };
  store.subscribe(follow);
  follow(store.state);
  return () => {
    if (store.state.status !== before) follow(store.state);
  };
}

/** The event for a state, by the one before it; undefined where there is none. */
function eventForState(
  { chosenFile: file, details }: Upload,
  state: UploadState,
  before: UploadStatus | undefined,
): Event | undefined {
  switch (state.status) {
    case 'granting':
      return before === 'idle' || before === 'failed' ? new VhUploadStartEvent(file) : undefined;
    case 'uploading':
      return new VhUploadProgressEvent(file, state);
    case 'processing':
      return new VhUploadDoneEvent(file, state.video, details);
    case 'playable':
      return new VhUploadPlayableEvent(file, state.video);
    case 'failed':
      return new VhErrorEvent(state.error, file);
    default:
      return undefined;
  }
}

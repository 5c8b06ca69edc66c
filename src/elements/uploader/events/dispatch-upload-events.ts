import type { VhError } from '../../../core/errors/vh-error.ts';
import type { Upload, UploadState, UploadStatus } from '../../../upload/index.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import { VhUploadDoneEvent } from './vh-upload-done-event.ts';
import { VhUploadPlayableEvent } from './vh-upload-playable-event.ts';
import { VhUploadProgressEvent } from './vh-upload-progress-event.ts';
import { VhUploadStartEvent } from './vh-upload-start-event.ts';

/** How an upload's events are fired. */
export interface DispatchOptions {
  /** False for a file that was taken out: it fires none. */
  isListed: () => boolean;
  /** True when the events of its present state have been fired, by another element. */
  isKnown?: boolean | undefined;
  onFailed: (error: VhError) => void;
  /** Ends them. */
  signal: AbortSignal;
}

/**
 * Fires the events of an upload, while it is listed. The returned function reports what happened meanwhile, when the file is
 * brought back.
 */
export function dispatchUploadEvents(
  host: UploaderHost,
  upload: Upload,
  { isListed, isKnown, onFailed, signal }: DispatchOptions,
): () => void {
  const { store } = upload;
  let before: UploadStatus = isKnown && !upload.isPreparing ? store.state.status : 'idle';
  const follow = (state: UploadState) => {
    if (upload.isPreparing || !isListed()) return;
    const event = eventForState(upload, state, before);
    before = state.status;
    if (event) host.dispatchEvent(event);
    if (state.status === 'failed') onFailed(state.error);
  };
  store.subscribe(follow, { signal });
  if (!isKnown) follow(store.state);
  return () => {
    if (store.state.status !== before) follow(store.state);
  };
}

/** The event for a state, by the one before it; undefined where there is none. */
function eventForState(
  upload: Upload,
  state: UploadState,
  before: UploadStatus | undefined,
): Event | undefined {
  const { chosenFile: file, details } = upload;
  // Its checksum has come.
  if (state.status === before && before !== 'uploading') return undefined;
  switch (state.status) {
    case 'granting':
      return before === 'idle' || before === 'failed' ? new VhUploadStartEvent(file) : undefined;
    case 'uploading':
      return new VhUploadProgressEvent(file, state);
    case 'processing':
      return new VhUploadDoneEvent(file, state.video, details, upload.checksum());
    case 'playable':
      return new VhUploadPlayableEvent(file, state.video, upload.checksum());
    case 'failed':
      return new VhErrorEvent(state.error, file);
    default:
      return undefined;
  }
}

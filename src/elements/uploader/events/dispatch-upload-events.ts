import type { VhError } from '../../../core/errors/vh-error.ts';
import type { UploadState, UploadStatus } from '../../../upload/ports/upload-state.ts';
import type { Upload } from '../../../upload/upload.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import { eventForState } from './event-for-state.ts';

/**
 * Fires the events of an upload, while it is listed: a file that was taken out fires none. The returned function
 * reports what happened meanwhile, when the file is brought back.
 */
export function dispatchUploadEvents(
  host: UploaderHost,
  upload: Upload,
  isListed: () => boolean,
): () => void {
  const { store } = upload;
  let before: UploadStatus = 'idle';
  const follow = (state: UploadState) => {
    if (upload.isPreparing || !isListed()) return;
    const event = eventForState(upload.chosenFile, state, before);
    before = state.status;
    if (event) host.dispatchEvent(event);
    if (state.status === 'failed') reportLater(state.error);
  };
  store.subscribe(follow);
  follow(store.state);
  return () => {
    if (store.state.status !== before) follow(store.state);
  };
}

/** For the page's author only: no upload waits for it. */
function reportLater(error: VhError): void {
  import('../../setup/report-failure.ts').then(
    ({ reportFailure }) => reportFailure(error),
    () => {},
  );
}

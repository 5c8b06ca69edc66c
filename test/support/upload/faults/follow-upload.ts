import type { VhErrorCode } from '../../../../src/core/errors/vh-error.ts';
import type { UploadState } from '../../../../src/upload/ports/upload-state.ts';
import type { Upload } from '../../../../src/upload/upload.ts';

/** How an upload ended: so that one process or page can pass it to another. */
export interface UploadEnd {
  /** Times that it did, up to the moment of reading where the upload is in this process. */
  readonly times: number;
  /** Nothing where it failed. */
  videoId: string | undefined;
  error: { code: VhErrorCode; text: string } | undefined;
  notice: VhErrorCode | undefined;
  /** The SHA-256 that it says of what was sent, or `none`; undefined where it was not asked for. */
  checksum?: string | undefined;
  /** Times that it waited for another try. */
  waits: number;
}

/** Begins an upload, pauses it on the way, and resolves when it has ended. */
export async function followUpload(upload: Upload, pauses: number): Promise<UploadEnd> {
  let [left, times, waits, last] = [pauses, 0, 0, ''];
  const state = await new Promise<UploadState>((resolve) => {
    const look = (state: UploadState) => {
      const isNew = state.status !== last;
      last = state.status;
      if (state.status === 'waiting' && isNew) waits++;
      if ((state.status === 'failed' || state.status === 'processing') && isNew) {
        times++;
        resolve(state);
      } else if (state.status === 'uploading' && state.sent > 0 && left-- > 0) {
        upload.pause();
        queueMicrotask(() => {
          upload.resume();
        });
      }
    };
    upload.store.subscribe(look);
    look(upload.store.state);
    upload.start();
  });
  const error = state.status === 'failed' ? state.error : undefined;
  const asked = error ? undefined : upload.checksum();
  const checksum = asked && ((await asked) ?? 'none');
  return {
    get times() {
      return times;
    },
    videoId: state.status === 'processing' ? state.video.videoId : undefined,
    error: error && {
      code: error.code,
      text: `${error.message} ${String(error.stack)} ${String(error.cause)}`,
    },
    notice: state.notice?.code,
    checksum,
    waits,
  };
}

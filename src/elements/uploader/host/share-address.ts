import type { UploadedVideo } from '../../../core/wire/video.ts';

/** Where a video is shown: an address with `{id}` for its id, or a function that says it. */
export type ShareAddress = string | ((video: UploadedVideo) => string | undefined);

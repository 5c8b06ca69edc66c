/** The classes of an uploader's events, for whoever names them in a type. */
export type { VhErrorEvent } from '../../events/vh-error-event.ts';
export type { VhFileAcceptEvent } from './vh-file-accept-event.ts';
export type { VhUploadDoneEvent } from './vh-upload-done-event.ts';
export type { VhUploadPlayableEvent } from './vh-upload-playable-event.ts';
export type { VhUploadProgressEvent } from './vh-upload-progress-event.ts';
export type { VhUploadStartEvent } from './vh-upload-start-event.ts';

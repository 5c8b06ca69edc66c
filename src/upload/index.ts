/**
 * The engine of uploads. An `Upload` brings one file from a grant to a playable video, and says what it does by its `store`; a
 * `Queue` sends several of them in turn. Before that, `inspectFile`, `checkFile` and `checkInfo` say whether a page wants a file.
 * An upload survives its page: `UnfinishedUploads` has what an earlier visit has left. A `Recorder` makes a file that is sent while
 * it grows, and `recoverRecordings` finds what a crash has left of one. What the first byte does not wait for comes by
 * `loadExtras`. Nothing here draws.
 */

// One upload, and several in turn.
export { Upload, type UploadOptions } from './upload.ts';
export { isUnfinished } from './ports/upload-state.ts';
export type { UploadProgress, UploadState, UploadStatus, WaitReason } from './ports/upload-state.ts';
export type { GrantProvider, GrantRequest, GrantSettings } from './ports/grant-settings.ts';
export { groupOf, PageQueue, settingsOf, type QueueHolder } from './queue/page-queue.ts';
export { pageQueues } from './queue/page-queues.ts';
export {
  PageUploads,
  uploads,
  type PageUpload,
  type PageUploadsOptions,
  type PageUploadsState,
} from './queue/page-uploads.ts';
export { DEFAULT_CONCURRENCY, Queue, type QueueOptions } from './queue/queue.ts';
export { holdWaitingFiles } from './queue/waiting-files.ts';
export { takeUnattended, UnattendedQueue, type TakeOptions } from './queue/unattended-queue.ts';
export { isRefused, overallStatus, summarize, videoOf } from './queue/queue-state.ts';
export type { QueueItem, QueueItemState, QueueItemStatus, QueueState } from './queue/queue-state.ts';

// A file before it is sent.
export { checkFile, type FileRules } from './file/check-file.ts';
export { droppedHandle } from './file/dropped-handle.ts';
export type { PrepareFile, PreparedFile, PrepareOptions } from './file/file-preparation.ts';
export type { Container, FileInfo } from './inspect/bytes/file-info.ts';
export { checkInfo, type VideoRules } from './inspect/check-info.ts';
export { inspectFile, type InspectOptions } from './inspect/inspect-file.ts';
export { FilmFrames } from './inspect/film-frames.ts';
export { posterFrame, type PosterOptions } from './inspect/poster-frame.ts';
export { optimizeFile, parseGoal, type OptimizeOptions } from './optimize/optimize-file.ts';
export type { OptimizeGoal } from './optimize/optimize-plan.ts';
export { trimFile, type TrimmedFile, type TrimOptions, type TrimRange } from './trim/trim-file.ts';

// Films that this browser has uploaded before.
export { forgetFilms } from './films/forget-films.ts';
export { mayBeUploaded } from './films/may-be-uploaded.ts';
export type { UploadedFilm } from './ports/uploaded-film.ts';

// What an author says of a film.
export {
  AuthorDetails,
  type AuthorDetailsState,
  type DetailsField,
  type DetailsSaving,
} from './details/author-details.ts';
export { AuthorPoster, type AuthorPosterState, type PosterProblem } from './details/author-poster.ts';
export { DetailsMemory, type TypedDetails } from './details/details-memory.ts';
export { PosterMemory, type PosterSource } from './details/poster-memory.ts';

// What goes on without the page.
export { registerUploadWorker, type UploadWorkerOptions } from './worker/register-upload-worker.ts';

// What is loaded or read ahead.
export { loadExtras } from './parts.ts';
export { prepareMemory } from './resume/browser-memory.ts';
export { preloadTransport } from './sending/open-transport.ts';

// What an earlier visit has left.
export { hasStoredUploads, leftBehind, notifyLeft } from './resume/store/left-behind.ts';
export { uploadScope } from './resume/store/upload-scope.ts';
export {
  UnfinishedUploads,
  type FinishedUpload,
  type ReopenedFile,
  type UnfinishedUpload,
} from './resume/unfinished-uploads.ts';

// Recordings.
export { earlierOf, sourceOf } from './ports/earlier-upload.ts';
export { asRecording } from './ports/recording-file.ts';
export type { CaptureChoice } from './recording/capture/capture.ts';
export { DeviceMemory } from './recording/capture/device-memory.ts';
export type {
  CaptureDevice,
  CaptureKind,
  RecordState,
  RecordStatus,
} from './recording/capture/record-state.ts';
export type { GrowingFile } from './recording/journal/growing-file.ts';
export type { Journal } from './recording/journal/journal.ts';
export { createJournal } from './recording/journal/opfs-journal.ts';
export { RecordedFile, recoverRecordings, type RecoveredRecording } from './recording/recover-recordings.ts';
export { OVERLAY_CORNERS, type OverlayCorner } from './recording/overlay/place-camera.ts';
export { Recorder, type RecorderOptions } from './recording/recorder.ts';

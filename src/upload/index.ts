export { Upload } from './upload.ts';
export type { UploadOptions } from './upload-options.ts';
export type { PrepareFile, PreparedFile, PrepareOptions } from './file/file-preparation.ts';
export { Queue, type QueueOptions } from './queue/queue.ts';
export type { QueueItem, QueueItemState, QueueItemStatus, QueueState } from './queue/queue-state.ts';
export type { FileRules } from './file/check-file.ts';
export type { GrantProvider, GrantRequest, GrantSettings } from './grants/grant-settings.ts';
export type { UploadProgress, UploadState, UploadStatus, WaitReason } from './upload-state.ts';
export {
  droppedHandle,
  UnfinishedUploads,
  type ReopenedFile,
  type UnfinishedUpload,
} from './resume/index.ts';
export { inspectFile, type InspectOptions } from './inspect/inspect-file.ts';
export { checkInfo, type VideoRules } from './inspect/check-info.ts';
export type { Container, FileInfo } from './inspect/file-info.ts';
export { posterFrame, type PosterOptions } from './inspect/poster-frame.ts';
export { Recorder, type RecorderOptions } from './record/recorder.ts';
export { recoverRecordings, type RecoveredRecording } from './record/recover-recordings.ts';
export type { CaptureChoice } from './record/capture.ts';
export type { CaptureDevice, CaptureKind, RecordState, RecordStatus } from './record/record-state.ts';
export type { GrowingFile } from './record/growing-file.ts';
export type { Journal } from './record/journal.ts';
export { optimizeFile, parseGoal, type OptimizeOptions } from './optimize/optimize-file.ts';
export type { OptimizeGoal } from './optimize/optimize-plan.ts';

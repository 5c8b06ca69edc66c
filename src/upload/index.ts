export { Upload, type UploadOptions } from './upload.ts';
export { Queue, type QueueOptions } from './queue.ts';
export type { QueueItem, QueueItemState, QueueItemStatus, QueueState } from './queue/queue-state.ts';
export type { FileRules } from './check-file.ts';
export type { GrantProvider, GrantRequest, GrantSettings } from './grant-source.ts';
export type { UploadProgress, UploadState, UploadStatus, WaitReason } from './upload-state.ts';
export {
  droppedHandle,
  UnfinishedUploads,
  type ReopenedFile,
  type UnfinishedUpload,
} from './resume/index.ts';

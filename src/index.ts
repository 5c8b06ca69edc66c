// All public names but the elements' own classes. Importing this registers nothing.

export type { BackendCredentials } from './core/config.ts';
export { configure, type Config } from './locales/configure.ts';
export type { PageWords } from './locales/own-words.ts';
export type { Plural } from './locales/format/plural.ts';
export { VhError, isVhError, type VhErrorCode, type VhErrorDetails } from './core/errors/vh-error.ts';
export { Store, type StoreListener } from './core/store.ts';
export * from './client/index.ts';
export {
  checkInfo,
  droppedHandle,
  inspectFile,
  optimizeFile,
  parseGoal,
  posterFrame,
  Queue,
  Recorder,
  recoverRecordings,
  registerUploadWorker,
  PageUploads,
  trimFile,
  UnfinishedUploads,
  Upload,
  uploads,
  type CaptureChoice,
  type CaptureDevice,
  type CaptureKind,
  type Container,
  type FileInfo,
  type FinishedUpload,
  type FileRules,
  type GrantProvider,
  type GrantRequest,
  type GrantSettings,
  type GrowingFile,
  type InspectOptions,
  type Journal,
  type OptimizeGoal,
  type OptimizeOptions,
  type PageUpload,
  type PageUploadsOptions,
  type PageUploadsState,
  type PosterOptions,
  type PreparedFile,
  type PrepareFile,
  type PrepareOptions,
  type QueueItem,
  type QueueItemState,
  type QueueItemStatus,
  type QueueOptions,
  type QueueState,
  type RecorderOptions,
  type RecordState,
  type RecordStatus,
  type RecoveredRecording,
  type ReopenedFile,
  type TrimmedFile,
  type TrimOptions,
  type TrimRange,
  type UnfinishedUpload,
  type UploadOptions,
  type UploadProgress,
  type UploadState,
  type UploadStatus,
  type UploadWorkerOptions,
  type VideoRules,
  type WaitReason,
} from './upload/index.ts';
export {
  PlaybackEngine,
  type PlaybackState,
  type IFrameView,
  type LivePosition,
  type OpenIFrames,
  type Quality,
  type Stream,
  type StreamAudioTrack,
  type StreamPreferences,
  type PlaybackFunction,
  type PlaybackReason,
  type PlaybackRequest,
} from './playback/index.ts';
export { CaptionTracks, shareStyleAcrossFrames, type Marker } from './captions/index.ts';
export {
  loadFormats,
  Session,
  type EventFormat,
  type Intent,
  type SessionMedia,
  type SessionOptions,
  type SessionState,
  type SessionTarget,
  type Viewing,
  type ViewingEvent,
  type ViewingFact,
  type ViewingTotals,
} from './session/index.ts';
export type { EventDelivery, SessionEventTarget } from './elements/player/api/event-target.ts';
export type { VhSessionEvent } from './elements/events/vh-session-event.ts';
export type { PlaylistEntry, PlaylistItem } from './elements/player/api/playlist-entry.ts';
export { VhCopyLinkEvent } from './elements/events/vh-copy-link-event.ts';
export { VhErrorEvent } from './elements/events/vh-error-event.ts';
export { VhMarkerChangeEvent } from './elements/events/vh-marker-change-event.ts';
export { VhUploadsShowEvent } from './elements/events/vh-uploads-show-event.ts';
export { VhFileAcceptEvent } from './elements/uploader/events/vh-file-accept-event.ts';
export { VhUploadDoneEvent } from './elements/uploader/events/vh-upload-done-event.ts';
export { VhUploadPlayableEvent } from './elements/uploader/events/vh-upload-playable-event.ts';
export { VhUploadProgressEvent } from './elements/uploader/events/vh-upload-progress-event.ts';
export { VhUploadStartEvent } from './elements/uploader/events/vh-upload-start-event.ts';

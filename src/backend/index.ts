export { createBackend } from './backend.ts';
export type { Backend, BackendContext } from './backend-context.ts';
export type { PlaybackSubject } from './access/playback-subject.ts';
export type { BackendOptions } from './backend-options.ts';
export type { EmbedSettings, EmbedUrlOptions } from './embed/embed-options.ts';
export {
  toFetchRequest,
  toNodeListener,
  type NodeListenerOptions,
  type NodeRequest,
  type NodeResponse,
} from './node/node.ts';
export { playbackJson, renderPlayback } from './playbacks/render-playback.ts';
export type { PlaybackCacheOptions } from './playbacks/playbacks.ts';
export type { S3Credentials } from './s3/presign.ts';
export { S3Uploads, type S3Upload, type S3UploadsOptions } from './s3/s3-uploads.ts';
export { verifyWebhook, type WebhookOptions } from './webhooks/verify-webhook.ts';
export type {
  BroadcastEvent,
  CaptionGeneratedEvent,
  OtherWebhookEvent,
  QualityCompletedEvent,
  SourceRecordedEvent,
  SummaryGeneratedEvent,
  WebhookEvent,
} from './webhooks/webhook-event.ts';
export type { ApiKey } from './service/settings.ts';
export type {
  Authorize,
  AuthorizeAnswer,
  AuthorizeRequest,
  Metadata,
  StoredVideo,
  UploadAnswer,
  UploadAttributes,
} from './access/authorize.ts';
export type { Grant, GrantFile } from '../core/wire/grant.ts';
export type { Playback, PlaybackTrack } from '../core/wire/playback.ts';
export type { BackendState, BucketSize } from './state/backend-state.ts';
export { createMemoryState, type MemoryStateOptions } from './state/memory-state.ts';
export { createGrantMemory, type GrantMemory } from './cache/grant-memory.ts';
export { createRateBucket, type RateBucket, type RateBucketOptions } from './cache/rate-bucket.ts';
export type { CaptionChange } from './access/caption-request.ts';
export type { DetailsChange } from '../core/wire/author/video-details.ts';
export type { Subject } from './grants/grants.ts';

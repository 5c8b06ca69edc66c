export { createBackend } from './backend.ts';
export type { Backend, BackendContext } from './backend-context.ts';
export type { PlaybackSubject } from './playback-subject.ts';
export type { BackendOptions } from './backend-options.ts';
export type { EmbedSettings, EmbedUrlOptions } from './embed-options.ts';
export {
  toFetchRequest,
  toNodeListener,
  type NodeListenerOptions,
  type NodeRequest,
  type NodeResponse,
} from './node.ts';
export { playbackJson, renderPlayback } from './render-playback.ts';
export type { PlaybackCacheOptions } from './playbacks.ts';
export { verifyWebhook, type WebhookOptions } from './verify-webhook.ts';
export type {
  BroadcastEvent,
  CaptionGeneratedEvent,
  OtherWebhookEvent,
  QualityCompletedEvent,
  SourceRecordedEvent,
  SummaryGeneratedEvent,
  WebhookEvent,
} from './webhook-event.ts';
export type { ApiKey } from './required-settings.ts';
export type {
  Authorize,
  AuthorizeAnswer,
  AuthorizeRequest,
  UploadAnswer,
  UploadAttributes,
} from './authorize.ts';
export type { Grant, GrantFile } from '../core/grant.ts';
export type { Playback, PlaybackTrack } from '../core/playback.ts';
export { createGrantMemory, type GrantMemory } from './grant-memory.ts';
export { createRateBucket, type RateBucket, type RateBucketOptions } from './rate-bucket.ts';
export type { CaptionChange } from './caption-request.ts';
export type { Subject } from './grants.ts';

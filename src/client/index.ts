export { Client, type CallOptions, type ClientOptions } from './client.ts';
export type { CaptionChangeQuestion } from './change-captions.ts';
export type { GrantQuestion } from './ask-grant.ts';
export type { Grant, GrantFile, GrantReason, UploadProtocol } from '../core/wire/grant.ts';
export type { Playback, PlaybackTrack, InlinePlaylist } from '../core/wire/playback.ts';
export type { UploadedVideo } from '../core/wire/video.ts';
export type { VideoStatus, EncodingQuality } from '../core/wire/video-status.ts';
export { VhError, isVhError, type VhErrorCode } from '../core/errors/vh-error.ts';

export { createBackend, type Backend, type BackendOptions } from './backend.ts';
export { toNodeListener, type NodeRequest, type NodeResponse } from './node.ts';
export type { ApiKey } from './access-token.ts';
export type { Authorize, AuthorizeRequest, UploadAttributes } from './grants.ts';
export type { Grant, GrantFile } from '../core/grant.ts';
export type { Playback, PlaybackTrack } from '../core/playback.ts';

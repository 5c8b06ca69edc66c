export { createBackend, type Backend } from './backend.ts';
export type { BackendOptions } from './backend-options.ts';
export { toNodeListener, type NodeRequest, type NodeResponse } from './node.ts';
export type { ApiKey } from './access-token.ts';
export type {
  Authorize,
  AuthorizeAnswer,
  AuthorizeRequest,
  UploadAnswer,
  UploadAttributes,
} from './authorize.ts';
export type { Grant, GrantFile } from '../core/grant.ts';
export type { Playback, PlaybackTrack } from '../core/playback.ts';

import type { BackendCredentials } from '../../core/config.ts';
import type { Grant, GrantFile, GrantReason, UploadProtocol } from '../../core/wire/grant.ts';

/** The second argument of a page's own grant function. */
export interface GrantRequest {
  file: GrantFile;
  /** The video that the upload goes into, once it is known. */
  videoId: string | undefined;
  /** The claim of the last grant for that video. */
  claim?: string | undefined;
  /** A random name of this upload: a backend that is asked again under it makes no second video. */
  idempotencyKey?: string | undefined;
  /** The page's own data about this file: see `GrantSettings`. */
  metadata?: Readonly<Record<string, string>> | undefined;
  signal: AbortSignal;
}

/** A grant, or a function that asks the page's own server for one. */
export type GrantProvider = Grant | ((reason: GrantReason, request: GrantRequest) => Grant | Promise<Grant>);

/** Where uploads go. Grants come from the first of `grant`, `token` and `backend` that is set. */
export interface GrantSettings {
  grant?: GrantProvider | undefined;
  token?: string | undefined;
  /** The service, for a token: uploads go to `{baseUrl}/upload`. */
  baseUrl?: string | undefined;
  backend?: string | undefined;
  /** `include` sends the visitor's cookies to a backend on another origin, too. */
  credentials?: BackendCredentials | undefined;
  /** The origin of the media: asked after the upload, where nothing else says when the video is playable. */
  assetUrl?: string | undefined;
  /** The protocol, unless the grant names one. */
  protocol?: UploadProtocol | undefined;
  /** An existing video to upload into. */
  videoId?: string | undefined;
  /** The visitor: an unfinished upload is offered only to its own subject. */
  subject?: string | undefined;
  /** The page's own data about the file, sent to its server beside name, size and type. */
  metadata?: Readonly<Record<string, string>> | undefined;
}

import type { Grant, GrantFile, GrantReason, UploadProtocol } from '../../core/grant.ts';

/** What a page's own grant function is told beside the reason. */
export interface GrantRequest {
  file: GrantFile;
  /** The video that the upload goes into, once it is known. */
  videoId: string | undefined;
  /** What the last grant said of that video, for the backend that gave it. */
  claim?: string | undefined;
  /** A random name of this upload: a backend that is asked again under it makes no second video. */
  idempotencyKey?: string | undefined;
  /** What the page has said of this file beside it: see `GrantSettings`. */
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
  /** Where the media lie: asked after the upload, where nothing else says when the video is playable. */
  assetUrl?: string | undefined;
  /** The wire, where the grant does not say. */
  protocol?: UploadProtocol | undefined;
  /** An existing video to upload into. */
  videoId?: string | undefined;
  /** Who the visitor is: what is kept for another visit is theirs alone. */
  subject?: string | undefined;
  /** What the page's server is told of the file beside its name, size and type. */
  metadata?: Readonly<Record<string, string>> | undefined;
}

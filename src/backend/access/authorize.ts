import type { GrantFile } from '../../core/wire/grant.ts';
import type { Playback } from '../../core/wire/playback.ts';
import type { DetailsChange } from '../../core/wire/author/video-details.ts';
import type { CaptionChange } from './caption-request.ts';
import type { ListName } from '../http/route.ts';

/** A visitor's request, as the site's own code decides on it. */
export type AuthorizeRequest =
  /**
   * Create a video and upload into it. `metadata` comes from the page, so a visitor may have invented it. It reaches the
   * video only if you return it.
   */
  | { action: 'upload'; file: GrantFile; metadata?: Metadata }
  /**
   * Start or continue an upload into `videoId`, or give the video back while it is empty. `true` is enough if the page proves that this backend granted the video to
   * the same subject. Otherwise only an answer that names the video, `{ videoId }`, allows. `metadata` is what the page
   * says now.
   */
  | { action: 'refresh'; file: GrantFile; videoId: string; metadata?: Metadata }
  /**
   * Add, replace or delete the captions of `videoId` in a language, or make them the default. `true` is enough if the page
   * proves that this backend granted the video to the same subject. Otherwise only `{ videoId }` allows.
   */
  | { action: 'captions'; videoId: string; change: CaptionChange; language: string }
  /**
   * Save what an author says of `videoId`: title, description, tags. `true` saves it, with the same proof as for captions;
   * attributes in your answer come in its place. `metadata` has your page's own fields. It reaches the video only if you
   * return it, and is added to what the video has. Refuse once the video is published, if it is to stay as it is then.
   */
  | { action: 'details'; videoId: string; details: Omit<DetailsChange, 'fields'>; metadata?: Metadata }
  /** Set the picture that shows before `videoId` plays, with the same proof as for captions. */
  | { action: 'poster'; videoId: string }
  /** Play a private video or live stream. */
  | { action: 'playback'; kind: Playback['kind']; id: string; video?: StoredVideo | undefined }
  /** Read the status, captions or chapters of a private video, or a private live stream. */
  | { action: 'read'; kind: Playback['kind']; id: string; video?: StoredVideo | undefined }
  /** List public videos or live streams. */
  | { action: 'list'; kind: ListName };

/**
 * What the service stores about a private video, as your site wrote it when it allowed the upload: an owner named here is
 * right from the first moment on. At most 30 seconds old. A live stream has none.
 */
export interface StoredVideo {
  /** Text values by key. A key that the video has twice is left out: it would have two owners. */
  metadata: Metadata;
  tags: readonly string[];
}

/** Text values by key: a page's own data about a file, or what the service holds. */
export type Metadata = Readonly<Record<string, string>>;

/** The attributes of the video that an upload creates. The site decides them; none comes from the browser. */
export interface UploadAttributes {
  title?: string;
  description?: string;
  public?: boolean;
  panoramic?: boolean;
  mp4Support?: boolean;
  playerId?: string;
  tags?: string[];
  /** Pairs, or a record such as `asked.metadata`. */
  metadata?: { key: string; value: string }[] | Metadata | undefined;
  watermark?: Record<string, string>;
}

/** An answer that allows an upload. */
export interface UploadAnswer extends UploadAttributes {
  /** The visitor, in the site's own terms. Limits and renewals are per subject. */
  subject?: string;
  /** An existing video that the visitor may upload into: the site vouches for it. */
  videoId?: string;
  /** The protocol of this upload. */
  protocol?: 'parts' | 'tus';
}

/** The answers that `authorize` may return. */
export type AuthorizeAnswer = boolean | UploadAnswer | undefined | null;

/**
 * The site's decision. `true` allows. For uploads, an object with at least one attribute of `UploadAnswer`, and with no other
 * key, allows as well. Every other answer refuses and is reported to `onError`. A function that throws refuses. Without `onError`, a refusal is a line in the log.
 */
export type Authorize = (
  request: Request,
  asked: AuthorizeRequest,
) => AuthorizeAnswer | Promise<AuthorizeAnswer>;

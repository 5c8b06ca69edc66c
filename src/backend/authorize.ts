import type { GrantFile } from '../core/grant.ts';
import type { Playback } from '../core/playback.ts';
import type { ListName } from './route.ts';

/** What a visitor asks for, as far as the site's own code has to decide on it. */
export type AuthorizeRequest =
  /**
   * A new video is to be made and uploaded into. `metadata` is what the page says of the file: a visitor may have made
   * it up, and it gets into the video only by the answer.
   */
  | { action: 'upload'; file: GrantFile; metadata?: Metadata }
  /**
   * An upload into `videoId` is to begin, or to go on. `true` is enough where the page proves that this backend granted
   * that video to the same subject; where it cannot, only an answer that names the video, `{ videoId }`, allows. `metadata`
   * is what the page says now: whoever decides by it for the one can decide by it for the other.
   */
  | { action: 'refresh'; file: GrantFile; videoId: string; metadata?: Metadata }
  /** A private video or live stream is to be played. */
  | { action: 'playback'; kind: Playback['kind']; id: string }
  /** What is known of a private video or live stream is to be read. */
  | { action: 'read'; kind: Playback['kind']; id: string }
  /** The public ones are to be listed. */
  | { action: 'list'; kind: ListName };

/** What a page may say of a file: keys and values, all of them text. */
export type Metadata = Readonly<Record<string, string>>;

/** What the site decides about the video that an upload makes; none of it comes from the browser. */
export interface UploadAttributes {
  title?: string;
  description?: string;
  public?: boolean;
  panoramic?: boolean;
  mp4Support?: boolean;
  playerId?: string;
  tags?: string[];
  /** As the service has it, or as the page says it: `{ metadata: asked.metadata }` takes that over. */
  metadata?: { key: string; value: string }[] | Metadata | undefined;
  watermark?: Record<string, string>;
}

/** A yes with more to say. */
export interface UploadAnswer extends UploadAttributes {
  /** Who the visitor is, in whatever way the site names people: limits and refreshes are kept apart by it. */
  subject?: string;
  /** A video that the visitor may upload into, as the site knows: one that it has made itself, or granted before. */
  videoId?: string;
  /** The wire of this upload. */
  protocol?: 'parts' | 'tus';
}

/** What `authorize` may answer. */
export type AuthorizeAnswer = boolean | UploadAnswer | undefined | null;

/**
 * The site's decision: `true` allows, and for uploads the video's attributes do; anything else refuses, and so does a
 * function that throws.
 */
export type Authorize = (
  request: Request,
  asked: AuthorizeRequest,
) => AuthorizeAnswer | Promise<AuthorizeAnswer>;

/** Asks the site. Nothing, unless it says `true` or answers a plain object: a `Response` or an error is no yes. */
export async function decide(
  authorize: Authorize | undefined,
  request: Request,
  asked: AuthorizeRequest,
): Promise<true | UploadAnswer | undefined> {
  const answer: unknown = await authorize?.(request, asked);
  if (answer === true) return true;
  return isPlain(answer) ? answer : undefined;
}

function isPlain(value: unknown): value is UploadAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

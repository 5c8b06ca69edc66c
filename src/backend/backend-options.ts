import type { ApiKey } from './access-token.ts';
import type { Authorize } from './authorize.ts';
import type { GrantMemory } from './grant-memory.ts';
import type { Subject } from './grants.ts';
import type { RateBucket } from './rate-bucket.ts';
import type { PlaybackCacheOptions } from './playbacks.ts';
import type { ListName } from './route.ts';

/** What a page backend is made of. */
export interface BackendOptions {
  /** The service, as this server reaches it. */
  baseUrl: string;
  /** The API key. It never leaves this process but for the service's own key exchange. */
  apiKey: ApiKey;
  /** Decides who may do what. Without it every upload is refused, and everything private is hidden. */
  authorize?: Authorize;
  /** Where the backend is mounted, such as `/vh`. */
  basePath?: string;
  /** Further origins whose pages may ask, beside the backend's own. */
  allowedOrigins?: readonly string[];
  /** The service as browsers reach it, when that is another address than `baseUrl`. */
  publicUrl?: string | ((request: Request) => string);
  /** The origin of the media, when playlists may be read from another one than the service's. */
  assetUrl?: string;
  /** Where session events go; `{publicUrl}/collector` when absent. */
  collectorUrl?: string;
  /** Seconds that an upload token lives; the uploader fetches a fresh one in time. */
  tokenTtl?: number;
  /** The wire of uploads, where `authorize` does not say: `parts` (the default) or `tus`. */
  protocol?: 'parts' | 'tus';
  /**
   * Who the visitor is, where `authorize` does not say: a user's id, a session's. Grants are limited and renewed by it;
   * without it all visitors are one.
   */
  subject?: Subject;
  /** How often one subject may ask for grants: sixty at once and one a second after that, when absent. */
  rateBucket?: RateBucket;
  /** Which upload has which video, so that a repeated request makes no second one; in this process, when absent. */
  grantMemory?: GrantMemory;
  /** What claims to a video are sealed with, the same on every server of the site; made of the API key, when absent. */
  claimSecret?: string | (() => string | Promise<string>);
  /** Lists that may be read, where `authorize` allows: none unless they are named. They hold what is public. */
  lists?: readonly ListName[];
  /** How long playbacks of public videos and streams are kept. */
  playbackCache?: PlaybackCacheOptions;
  /** Milliseconds that the service has to answer. */
  timeoutMs?: number;
  /** Told of what went wrong behind a refusal, for the site's log. Errors of ours hold no key and no token. */
  onError?: (error: unknown, request: Request) => void;
  fetch?: typeof fetch;
}

import type { AddressOptions } from './playbacks/addresses.ts';
import type { ApiKey } from './service/settings.ts';
import type { Authorize } from './access/authorize.ts';
import type { EmbedSettings } from './embed/embed-options.ts';
import type { GrantMemory } from './cache/grant-memory.ts';
import type { Subject } from './grants/grants.ts';
import type { BackendState } from './state/backend-state.ts';
import type { RateBucket } from './cache/rate-bucket.ts';
import type { PlaybackCacheOptions } from './playbacks/playbacks.ts';
import type { ListName } from './http/route.ts';

/** The options of `createBackend`. */
export interface BackendOptions extends AddressOptions {
  /**
   * The service's address, as this server reaches it. Without it the backend loads, and refuses each request with an error
   * that names it: a build has no environment.
   */
  baseUrl: string | undefined;
  /** The API key. This process sends it to the service's key exchange only. A missing one is reported as for `baseUrl`. */
  apiKey: ApiKey | undefined;
  /** Decides who may do what. Without it the backend refuses every upload and hides everything private. */
  authorize?: Authorize;
  /** The path below which the backend answers, such as `/vh`. */
  basePath?: string;
  /** Origins whose pages may ask, in addition to the backend's own. */
  allowedOrigins?: readonly string[];
  /**
   * Set it if every request passes a proxy of yours that writes `X-Forwarded-Host` and `X-Forwarded-Proto`: the backend then
   * takes its own origin from them, and a visitor's address from the end of `X-Forwarded-For`. Anybody else can write these
   * headers, so the default is false.
   */
  trustProxy?: boolean;
  /** Seconds that an upload token lives; the uploader renews it in time. Default: 900. */
  tokenTtl?: number;
  /** The upload protocol, unless `authorize` names one: `parts` (the default) or `tus`. */
  protocol?: 'parts' | 'tus';
  /**
   * The visitor, unless `authorize` names one: the id of a user or a session. Grants are limited and renewed per subject.
   * Without subjects all visitors count as one.
   */
  subject?: Subject;
  /**
   * What several servers of one site share, so that one upload has one video and one visitor has one limit:
   * `redisState(client)` of `vh-elements/backend/redis`, or an object of your own. It takes the place of `grantMemory`
   * and `tokenMemory`; a `rateBucket` beside it is used for the limits. Default: this process's own.
   */
  state?: BackendState;
  /** How often one subject may ask for grants. Default: 60 at once, then one per second. */
  rateBucket?: RateBucket;
  /** Which upload has which video, so that a repeated request creates no second one. Default: in this process. */
  grantMemory?: GrantMemory;
  /**
   * Stores the tokens of grants, encrypted, until their uploads end and the backend deletes them at the service. Default:
   * in this process. Share it if several servers answer.
   */
  tokenMemory?: GrantMemory;
  /**
   * The secret that signs claims to a video, the same on every server of the site. To replace it, give a list: the first one
   * signs, and each one is accepted. Default: derived from the API key.
   */
  claimSecret?:
    string | readonly string[] | (() => string | readonly string[] | Promise<string | readonly string[]>);
  /** Lists that may be read if `authorize` allows it. Default: none. Lists contain public things only. */
  lists?: readonly ListName[];
  /** Embed pages for other sites and oEmbed. Without it their addresses are 404. */
  embed?: EmbedSettings;
  /** How long the backend caches playbacks of public videos and streams. */
  playbackCache?: PlaybackCacheOptions;
  /** Milliseconds that the service has to answer. Default: 10,000. */
  timeoutMs?: number;
  /**
   * Receives the error behind a refusal, and at most once a minute each page that is refused. A `VhError` contains no
   * key and no token. Without it the backend writes one line to the console, at most once a minute for each kind of error.
   */
  onError?: (error: unknown, request: Request) => void;
  /** `json` writes each line of the log as an object with `time`, `level`, `name`, `message` and `kind`. Default: `text`. */
  logFormat?: 'text' | 'json';
  fetch?: typeof fetch;
}

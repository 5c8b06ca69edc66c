/** Whether requests to a page backend on another origin carry the visitor's cookies: `include`, or not. */
export type BackendCredentials = 'include' | 'same-origin';

/** Page-wide defaults; every element takes the same as attributes. */
export interface Config {
  /** The service: `{baseUrl}/upload`. */
  baseUrl?: string | undefined;
  /** Where its media lie: `{assetUrl}/vod/{videoId}/hls/manifest.m3u8`. */
  assetUrl?: string | undefined;
  /** Where session events go. */
  collectorUrl?: string | undefined;
  /** The page backend, which holds the API key. */
  backend?: string | undefined;
  /** `include` sends the visitor's cookies to a backend on another origin, too. */
  credentials?: BackendCredentials | undefined;
  /** BCP 47 tag for the words that elements show; else the page's `lang`. */
  locale?: string | undefined;
}

// Without a prototype: nothing that a page hands in can become one.
const defaults = Object.create(null) as Config;

/**
 * Sets defaults for every element on the page; later calls add to earlier ones.
 *
 * An element reads them when it starts its work, so call this before the first upload or playback. A playback keeps what it
 * began with until it fails, or another one begins.
 */
export function configure(config: Config): void {
  Object.assign(defaults, config);
}

/** The present defaults. */
export function pageConfig(): Readonly<Config> {
  return defaults;
}

/** An element's own settings, and the present defaults where it has none. */
export function withPageConfig({
  backend = defaults.backend,
  credentials = defaults.credentials,
  assetUrl = defaults.assetUrl,
}: Config): Config {
  return { backend, credentials, assetUrl };
}

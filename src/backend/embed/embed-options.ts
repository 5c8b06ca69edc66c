import type { PlaybackSubject } from '../access/playback-subject.ts';

/** Embed pages and oEmbed, an option of `createBackend`. */
export interface EmbedSettings {
  /**
   * The address of the folder with `vh-elements.js`, `vh-embed.js` and `vh-embed.css`: `dist/cdn` of the package, as your
   * server or CDN has it. It must allow every origin by CORS if pages embed with a `sandbox` attribute.
   */
  assets: string;
  /** Which pages may embed, as origins such as `https://www.example.org`. Default: any. `[]` is none but your own origin. */
  frameAncestors?: readonly string[];
  /** Which pages may drive the player by messages, as origins. Default: any that may embed it. `[]` is none. */
  allowedOrigins?: readonly string[];
  /** Asks every visitor before the page requests anything of the service. `?consent=1` asks for one embed. */
  consent?: boolean;
  /** Origins of media, if your service serves them from others than its own. */
  mediaOrigins?: readonly string[];
  /** Your site, as oEmbed names it. Default: the host. */
  provider?: { name: string; url?: string };
  /** The page of a public video or stream on your site. */
  pageUrl?: (about: PlaybackSubject) => string | undefined;
  /** The video or stream that one of your pages is about, so that oEmbed takes the addresses of your pages, too. */
  subjectOf?: (page: URL) => PlaybackSubject | undefined;
}

/** The options of `backend.embedUrl()`. */
export interface EmbedUrlOptions {
  /** Seconds that the address opens something private: up to 30 days. Default: 3,600. */
  seconds?: number;
  /** The backend's origin, for a whole address. Default: none, an address within your own site. */
  origin?: string;
  /** Further members of the query, such as `start`, `muted` or `captions`. */
  query?: Readonly<Record<string, string | number | boolean>>;
}

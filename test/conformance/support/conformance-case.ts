/** The backends that are compared: the first one is what the others are compared with. */
export const LANGUAGE_NAMES = ['JavaScript', 'PHP', 'Python'] as const;
export type LanguageName = (typeof LANGUAGE_NAMES)[number];

/** What a site's own function does. `file` reads a file of the case each time. */
export type SiteRule =
  { kind: 'cookie' } | { kind: 'answer'; value: unknown } | { kind: 'throw' } | { kind: 'file' };

/** The options of one site, under the names that they have in JavaScript. */
export interface SiteConfig {
  baseUrl?: unknown;
  apiKey?: unknown;
  basePath?: string;
  origin?: string;
  allowedOrigins?: readonly string[];
  trustProxy?: boolean;
  publicUrl?: string;
  assetUrl?: string;
  collectorUrl?: string;
  protocol?: 'parts' | 'tus';
  tokenTtl?: number;
  claimSecrets?: unknown;
  authorize?: SiteRule;
  subject?: SiteRule;
  /** Keeps what servers share in the store of the service's process. */
  hasStore?: boolean;
  embed?: Record<string, unknown>;
  lists?: readonly string[];
  /** Other code of the site sets a cookie with each answer; in Python there is none beside the backend. */
  addsCookie?: boolean;
}

/** An answer of the service in place of its usual one, to requests that begin so: `POST /videos`. */
export interface ServiceFault {
  on: string;
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** How often; without it, always. */
  times?: number;
  /** Closes the connection without an answer. */
  isCut?: boolean;
}

/** One request as a page or a stranger writes it. */
export interface CaseRequest {
  method?: string;
  /** `{claim}` and such are members of the answer before. */
  target: string;
  /** Its hosts: `site.test` by default. */
  hosts?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** Header lines that no record can hold, such as one that comes twice. */
  rawHeaders?: readonly string[];
  body?: unknown;
  /** Asks another server of the same site: the same settings, service and store. */
  isOfTwin?: boolean;
}

/** What happens before the next request. */
export interface CaseChange {
  faults?: readonly ServiceFault[];
  /** The store fails once the service has been asked so; '' is at once. */
  storeFailsAfter?: string | null;
  /** The text of the case's file. */
  file?: string;
  /** The site is started anew, with other settings and no memory of its own. */
  config?: SiteConfig;
}

export type CaseStep = CaseRequest | { change: CaseChange };

/** One case: a site, and what it is asked in turn. */
export interface ConformanceCase {
  name: string;
  config?: SiteConfig;
  /** Of the service, before the first request. */
  before?: CaseChange;
  steps: readonly CaseStep[];
  /** What JavaScript answers to each request, where it is not enough that all answer the same. */
  statuses?: readonly number[];
  /** Without PHP: there the web server reads the request's lines, and PHP's own for development ends with some. */
  isWithoutPhp?: boolean;
}

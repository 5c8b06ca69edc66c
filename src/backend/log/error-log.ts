import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import { writeToConsole } from '../../core/setup/write-to-console.ts';
import { siteFunctionOf } from '../service/site-code.ts';

/** Milliseconds between two lines of one kind. */
const INTERVAL_MS = 60_000;
/** Kinds in one interval: strangers can invent origins, but not fill the log with them. */
const MAX_KINDS = 20;
const MAX_LINE_LENGTH = 500;

/** The settings of `Reports`. */
export interface ErrorLogSettings {
  /** The site's own function, instead of the log. */
  onError?: ((error: unknown, request: Request) => void) | undefined;
  /** `json`: each line is an object. */
  format?: 'text' | 'json' | undefined;
  /** Writes one line. Default: the server's console. */
  write?: (line: string) => void;
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
}

/** Reports faults of the site to its `onError`, else to the server's log: a line a minute for each kind. */
export class ErrorLog {
  readonly #onError: ErrorLogSettings['onError'];
  readonly #write: (line: string) => void;
  readonly #now: () => number;
  readonly #isJson: boolean;
  /** When each kind was last logged, and how often it has happened since. */
  readonly #logged = new Map<string, { at: number; missed: number }>();

  constructor(settings: ErrorLogSettings) {
    const { onError, format, write = writeToConsole, now = () => performance.now() } = settings;
    this.#isJson = format === 'json';
    this.#onError = onError;
    this.#write = write;
    this.#now = now;
  }

  /** An error behind a refusal. */
  error(error: unknown, request: Request): void {
    // A missing resource or too many requests is no fault of the site.
    if (isVhError(error, 'not-found') || isOwnWait(error, 'rate-limited')) return;
    if (this.#onError) {
      this.#callSite(error, request);
      return;
    }
    // The failure before this pause was written.
    if (isOwnWait(error, 'service-unavailable')) return;
    const { kind, text } = describeError(error);
    this.#writeOnce(kind, text);
  }

  /**
   * A visitor whom the site's own code refused. A line in the log only: `onError` is for mistakes, and most refusals are
   * none.
   */
  refusedVisitor(action: string, text: string): void {
    if (!this.#onError) this.#writeOnce(`refused ${action}`, text);
  }

  /**
   * A page that the backend does not let in, and what to set if the page is the site's. At most once a minute for `origin`.
   */
  refusedPage(request: Request, origin: string, text: string): void {
    const kind = `origin ${origin}`;
    if (!this.#onError) {
      this.#writeOnce(kind, text);
    } else if (this.#isDue(kind) !== undefined) {
      const details = { status: 403, slug: 'origin-refused' };
      this.#callSite(new VhError('grant-refused', text, details), request);
    }
  }

  /** An address that would be one of the backend's below another `basePath`: its page, or the site, is set up for that one. */
  otherAddress(pathname: string, basePath: string): void {
    const [, base] =
      /^((?:\/[\w.-]{1,40}){0,6})\/(?:grants|playback\/(?:videos|live-streams)\/[\w-]{1,64})$/.exec(
        pathname,
      ) ?? [];
    if (base === undefined || base === basePath) return;
    const text = `A page asks for ${pathname}, and basePath is "${basePath}": set basePath to "${base}", or backend in the page to "${basePath}".`;
    if (!this.#onError) this.#writeOnce('base path', text);
  }

  #callSite(error: unknown, request: Request): void {
    try {
      this.#onError?.(error, request);
    } catch {
      // A log that fails must not take the answer with it.
    }
  }

  #writeOnce(kind: string, text: string): void {
    const missed = this.#isDue(kind);
    if (missed === undefined) return;
    try {
      this.#write(this.#isJson ? toJson(kind, text, missed) : toText(text, missed));
    } catch {
      // A closed stream must not take the answer with it.
    }
  }

  /** How many of a kind were left out since the last one; undefined while it is too early for another. */
  #isDue(kind: string): number | undefined {
    const now = this.#now();
    const last = this.#logged.get(kind);
    if (last && now - last.at < INTERVAL_MS) {
      last.missed++;
      return undefined;
    }
    if (!last && this.#logged.size >= MAX_KINDS) {
      for (const [one, { at }] of this.#logged) if (now - at >= INTERVAL_MS) this.#logged.delete(one);
      if (this.#logged.size >= MAX_KINDS) return undefined;
    }
    this.#logged.set(kind, { at: now, missed: 0 });
    return last?.missed ?? 0;
  }
}

/** True for a pause that the backend takes without a cause from the service: no answer of the service caused it. */
function isOwnWait(error: unknown, code: 'rate-limited' | 'service-unavailable'): boolean {
  return isVhError(error, code) && error.status === undefined;
}

function toText(text: string, missed: number): string {
  const more = missed > 0 ? ` (${String(missed)} more since the last line)` : '';
  return `vh-elements: ${toLine(text)}${more}`;
}

function toJson(kind: string, text: string, missed: number): string {
  const level = kind.startsWith('refused ') || kind.startsWith('origin ') ? 'warn' : 'error';
  const line = { time: new Date().toISOString(), level, name: 'vh-elements', message: toLine(text) };
  return JSON.stringify({ ...line, kind: toLine(kind), ...(missed > 0 && { missed }) });
}

function toLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').slice(0, MAX_LINE_LENGTH);
}

/** An error as one line of a log, and its kind. */
interface ErrorLine {
  /** Errors of one kind are written once a minute. */
  kind: string;
  text: string;
}

/**
 * Describes an error for the server's log. Messages of the library contain no secret. What the site's own code throws may
 * contain anything, a password of its database too: of that, only its name and its place are logged.
 */
function describeError(error: unknown): ErrorLine {
  const name = siteFunctionOf(error);
  if (name === undefined && isVhError(error)) {
    return { kind: `${error.code} ${error.message}`, text: `${error.message}${detailsOf(error)}` };
  }
  const what = error instanceof Error && /^\w{1,40}$/.test(error.name) ? error.name : 'something';
  const who = name ?? "The site's own code";
  const text = `${who} threw ${what}${placeOf(error)}. The visitor got a refusal. Set onError to receive the error itself.`;
  return { kind: `thrown by ${who}`, text };
}

function detailsOf({ code, slug }: VhError): string {
  const isWord = slug !== undefined && /^[\w-]{1,64}$/.test(slug);
  return isWord ? ` (${code}, ${slug})` : ` (${code})`;
}

/** File and line of the first frame below the message, without the folders. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return '';
  const head = `${error.name}: ${error.message}`;
  // A message may have lines that look like frames.
  const frames = error.stack.startsWith(head) ? error.stack.slice(head.length) : '';
  const [, place] = /^\s*at [^\n]*?([\w.-]+\.[cm]?[jt]sx?:\d+:\d+)\)?$/m.exec(frames) ?? [];
  return place === undefined ? '' : ` (${place})`;
}

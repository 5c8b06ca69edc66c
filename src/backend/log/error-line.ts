import { isVhError, type VhError } from '../../core/errors/vh-error.ts';
import { siteFunctionOf } from '../service/site-code.ts';

/** An error as one line of a log, and its kind. */
export interface ErrorLine {
  /** Errors of one kind are written once a minute. */
  kind: string;
  text: string;
}

/**
 * Describes an error for the server's log. Messages of the library contain no secret. What the site's own code throws may
 * contain anything, a password of its database too: of that, only its name and its place are logged.
 */
export function describeError(error: unknown): ErrorLine {
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

import { VhError } from '../../core/errors/vh-error.ts';
import type { Authorize, AuthorizeRequest, UploadAnswer } from './authorize.ts';
import type { ErrorLog } from '../log/error-log.ts';
import {
  isFollowedLink,
  isForeignRead,
  type OriginRule,
  isAllowedOrigin,
  ownOrigin,
} from '../http/origin-policy.ts';
import { runSiteCode } from '../service/site-code.ts';
import { faultIn } from './upload-answer.ts';

/** Asks the site's `authorize`, and reads its answers so that only a clear yes is one. */
export class Authorizer {
  readonly #authorize: Authorize | undefined;
  readonly #rule: OriginRule;
  readonly #reports: Pick<ErrorLog, 'error' | 'refusedVisitor'>;

  /** Logs a clear no, and each answer that is neither yes nor no: a mistake in the site's code. */
  constructor(
    authorize: Authorize | undefined,
    rule: OriginRule,
    reports: Pick<ErrorLog, 'error' | 'refusedVisitor'>,
  ) {
    this.#authorize = authorize;
    this.#rule = rule;
    this.#reports = reports;
  }

  /** The attributes of the upload that the site allows; undefined when it refuses. */
  async upload(request: Request, asked: AuthorizeRequest): Promise<UploadAnswer | undefined> {
    const answer = await this.#ask(request, asked);
    if (answer === true) return {};
    if (isNo(answer)) return this.#logRefusal(request, asked);
    const fault = faultIn(answer);
    if (fault === undefined) return answer as UploadAnswer;
    this.#reportFault(request, asked, fault);
    return undefined;
  }

  /**
   * True when the site lets this visitor read private media. A page of another site cannot ask in its visitor's name:
   * an `<img>` there carries the visitor's cookies, so `authorize` would take the request for their own.
   */
  async allowsRead(request: Request, asked: AuthorizeRequest): Promise<boolean> {
    return !isForeignRead(request, this.#rule) && this.#isAllowed(request, asked);
  }

  /** The same for the request for a page: a visitor may come to it by a link on another site. */
  async allowsPage(request: Request, asked: AuthorizeRequest): Promise<boolean> {
    const isForeign = isForeignRead(request, this.#rule) && !isFollowedLink(request);
    return !isForeign && this.#isAllowed(request, asked);
  }

  async #isAllowed(request: Request, asked: AuthorizeRequest): Promise<boolean> {
    const answer = await this.#ask(request, asked);
    if (answer === true) return true;
    if (isNo(answer)) this.#logRefusal(request, asked);
    else this.#reportFault(request, asked, 'only true allows it');
    return false;
  }

  async #ask(request: Request, asked: AuthorizeRequest): Promise<unknown> {
    const authorize = this.#authorize;
    if (authorize) return runSiteCode('authorize', () => authorize(request, asked));
    // A site whose videos are all public needs none to play them.
    if (asked.action === 'upload' || asked.action === 'refresh') {
      const message = 'createBackend has no authorize, so it refuses every upload.';
      this.#reports.error(new VhError('invalid-use', message), request);
    }
    return undefined;
  }

  #logRefusal(request: Request, asked: AuthorizeRequest): undefined {
    if (this.#authorize)
      this.#reports.refusedVisitor(asked.action, refusalLine(request, nameOf(asked), this.#rule));
  }

  #reportFault(request: Request, { action }: AuthorizeRequest, why: string): void {
    const message = `authorize did not allow "${action}": the answer is neither yes nor no, ${why}.`;
    this.#reports.error(new VhError('invalid-use', message), request);
  }
}

function isNo(answer: unknown): boolean {
  return answer === false || answer === undefined || answer === null;
}

/** What the visitor asked for. An id in it has been checked: it is one short word. */
function nameOf(asked: AuthorizeRequest): string {
  const action = `"${asked.action}"`;
  if ('videoId' in asked) return `${action} of the video ${asked.videoId}`;
  if (!('id' in asked)) return action;
  return `${action} of the ${asked.kind === 'video' ? 'video' : 'live stream'} ${asked.id}`;
}

/**
 * The line for the log about a visitor whom `authorize` refused. A page on another origin sends no cookies unless it is asked
 * to, and then a signed-in visitor looks like a stranger. `asked` names the action and its video.
 */
function refusalLine(request: Request, asked: string, rule: OriginRule): string {
  const { headers } = request;
  const start = `authorize refused ${asked}.`;
  if (headers.has('cookie') || headers.has('authorization')) return start;
  const origin = headers.get('origin');
  if (origin === null || origin === ownOrigin(request, rule) || !isAllowedOrigin(request, rule))
    return `${start} The request had no cookie.`;
  return `${start} The request had no cookie: the page of ${origin} sends cookies to this backend only with credentials="include".`;
}

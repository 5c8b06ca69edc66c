import { VhError } from '../../core/errors/vh-error.ts';
import type { AuthorizeRequest, UploadAnswer } from '../access/authorize.ts';
import type { GrantContext } from '../grants/grants.ts';
import { refuse, retryAfterHeader } from '../http/respond.ts';
import { runSiteCode } from '../service/site-code.ts';

const NO_SUBJECT =
  'createBackend has no subject for this visitor, so a claim does not show whose video they change: set subject, or let authorize answer { videoId }.';

/** The questions about a change to a video by its author. */
export type AuthorQuestion = Extract<AuthorizeRequest, { action: 'captions' | 'details' | 'poster' }>;

/** Dependencies of a change by an author. */
export type ChangeContext = Pick<
  GrantContext,
  'service' | 'decisions' | 'subject' | 'take' | 'claims' | 'ids' | 'visitors' | 'report' | 'forget'
>;

/**
 * Lets an author change their own video: the site allows it, a claim or the site shows that the video is theirs, and they
 * have a change left. Resolves with the site's answer, or with the refusal.
 */
export async function admitAuthor(
  request: Request,
  asked: AuthorQuestion,
  claim: string | undefined,
  context: ChangeContext,
): Promise<UploadAnswer | Response> {
  const { action, videoId } = asked;
  const allowed = await context.decisions.upload(request, asked);
  if (!allowed) return refuse(403, `${action}-refused`, 'The site does not allow this change');
  const subject = allowed.subject ?? (await runSiteCode('subject', () => context.subject?.(request))) ?? '';
  const isNamed = allowed.videoId === videoId;
  if (!isNamed && subject === '') context.report(new VhError('invalid-use', NO_SUBJECT), request);
  // Everyone who obtains a claim without a subject could change the video for days.
  const isProven = allowed.videoId === undefined && claim !== undefined && subject !== '';
  if (!isNamed && !(isProven && (await context.claims.proves(claim, videoId, subject))))
    return refuse(403, `${action}-unproven`, 'Nothing shows that this video is the visitor’s own');
  const wait = await context.take(subject);
  if (wait > 0)
    return refuse(429, 'rate-limited', 'Too many changes: wait a little', retryAfterHeader(wait * 1000));
  return allowed;
}

import { readRecord } from '../../core/wire/read-json.ts';
import { isVhError, VhError } from '../../core/errors/vh-error.ts';
import type { PublicAddresses } from '../playbacks/addresses.ts';
import { readCaptionQuestion, readCaptionText, type CaptionQuestion } from '../access/caption-request.ts';
import type { GrantContext } from '../grants/grants.ts';
import { publicFields } from '../playbacks/public-fields.ts';
import { answer, notFound, refuse, retryAfterHeader } from '../http/respond.ts';
import type { Service } from '../service/service.ts';
import { runSiteCode } from '../service/site-code.ts';

const NO_SUBJECT =
  'createBackend has no subject for this visitor, so a claim does not show whose captions they change: set subject, or let authorize answer { videoId }.';

/** Dependencies of the changes. */
export type CaptionContext = Pick<
  GrantContext,
  'service' | 'decisions' | 'subject' | 'take' | 'claims' | 'ids' | 'visitors' | 'report' | 'forget'
> & {
  addresses: (request: Request) => PublicAddresses;
};

/** Answers `POST /videos/{id}/captions`: an author adds, replaces or deletes the captions of their own video. */
export async function handleCaptionChange(
  request: Request,
  videoId: string,
  context: CaptionContext,
): Promise<Response> {
  const asked = readCaptionQuestion(request);
  if (!asked) return refuse(400, 'captions-malformed', 'Say what is to be done, and for which language');
  const { change, language, claim } = asked;
  const allowed = await context.decisions.upload(request, { action: 'captions', videoId, change, language });
  if (!allowed) return refuse(403, 'captions-refused', 'The site does not allow this change');
  const subject = allowed.subject ?? (await runSiteCode('subject', () => context.subject?.(request))) ?? '';
  const isNamed = allowed.videoId === videoId;
  if (!isNamed && subject === '') context.report(new VhError('invalid-use', NO_SUBJECT), request);
  // Everyone who obtains a claim without a subject could change the captions for days.
  const isProven = allowed.videoId === undefined && claim !== undefined && subject !== '';
  if (!isNamed && !(isProven && (await context.claims.proves(claim, videoId, subject))))
    return refuse(403, 'captions-unproven', 'Nothing shows that this video is the visitor’s own');
  const wait = await context.take(subject);
  if (wait > 0)
    return refuse(429, 'rate-limited', 'Too many changes: wait a little', retryAfterHeader(wait * 1000));
  // After proof and limit: captions may be megabytes, and anybody can send some.
  const text = await readCaptionText(request, change);
  if (text === undefined) return refuse(400, 'captions-malformed', 'Send WebVTT with at least one cue');
  const video = await context.ids.find('videos', videoId, { address: context.visitors.of(request) });
  if (!video || video['discarded'] === true) return notFound();
  const made = await changeCaptions(context.service, videoId, { ...asked, text });
  context.forget(videoId);
  if (made === 'refused')
    return refuse(400, 'captions-language', 'The service takes no captions of this language');
  if (made === 'gone') return notFound();
  return answer(200, publicFields('captions', made ?? {}, context.addresses(request).toPublic));
}

/** The record that the service has afterwards, if any. */
async function changeCaptions(
  service: Service,
  videoId: string,
  { change, language, text }: Pick<CaptionQuestion, 'change' | 'language'> & { text: string },
): Promise<Readonly<Record<string, unknown>> | 'refused' | 'gone' | undefined> {
  const about = {
    path: ['videos', { id: videoId }, 'captions', { id: language }],
    purpose: 'uploads',
  } as const;
  const put = async () => {
    const body = new FormData();
    body.set('file', new Blob([text], { type: 'text/vtt' }), `${language}.vtt`);
    return readRecord(await service.json({ ...about, method: 'POST', body })) ?? 'gone';
  };
  try {
    switch (change) {
      case 'put':
        return await put();
      case 'default':
        return (
          readRecord(await service.json({ ...about, method: 'PATCH', body: { default: true } })) ?? 'gone'
        );
      case 'delete':
        await service.json({ ...about, method: 'DELETE' });
        return undefined;
    }
  } catch (error) {
    if (isVhError(error, 'request-refused') && error.status === 400) return 'refused';
    const isTaken = isVhError(error, 'request-refused') && error.status === 409;
    if (change !== 'put' || !isTaken) throw error;
    // A service that does not replace: the author has the text, and can send it again.
    await service.json({ ...about, method: 'DELETE' });
    return put();
  }
}

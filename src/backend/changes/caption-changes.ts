import { readRecord } from '../../core/wire/read-json.ts';
import { isVhError } from '../../core/errors/vh-error.ts';
import type { PublicAddresses } from '../playbacks/addresses.ts';
import { readCaptionQuestion, readCaptionText, type CaptionQuestion } from '../access/caption-request.ts';
import { publicFields } from '../playbacks/public-fields.ts';
import { answer, notFound, refuse } from '../http/respond.ts';
import type { Service } from '../service/service.ts';
import { admitAuthor, type ChangeContext } from './own-video.ts';

/** Dependencies of the changes. */
export type CaptionContext = ChangeContext & {
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
  const question = { action: 'captions', videoId, change, language } as const;
  const allowed = await admitAuthor(request, question, claim, context);
  if (allowed instanceof Response) return allowed;
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

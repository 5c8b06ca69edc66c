import { isVhError } from '../../core/errors/vh-error.ts';
import { parseJson, readRecord, readText } from '../../core/wire/read-json.ts';
import { imageTypeOf, MAX_POSTER_BYTES } from '../../core/wire/author/poster-image.ts';
import { readClaim } from '../access/claim-header.ts';
import { readBody } from '../http/read-body.ts';
import { answer, notFound, refuse } from '../http/respond.ts';
import { admitAuthor, type ChangeContext } from './own-video.ts';

/** Base64 has four characters for three bytes. */
const MAX_BODY_BYTES = Math.ceil(MAX_POSTER_BYTES / 3) * 4 + 1024;

/** Answers `POST /videos/{id}/poster`: an author sets the picture that shows before their own video plays. */
export async function handlePosterChange(
  request: Request,
  videoId: string,
  context: ChangeContext,
): Promise<Response> {
  const claim = readClaim(request);
  if (claim === false) return malformed();
  const allowed = await admitAuthor(request, { action: 'poster', videoId }, claim, context);
  if (allowed instanceof Response) return allowed;
  // After proof and limit: a picture may be megabytes, and anybody can send one.
  const image = await readImage(request);
  const type = image && imageTypeOf(image);
  if (!image || !type) return malformed();
  const video = await context.ids.find('videos', videoId, { address: context.visitors.of(request) });
  if (!video || video['discarded'] === true) return notFound();
  const body = new FormData();
  body.set('file', new Blob([image], { type }), `poster.${type.slice('image/'.length)}`);
  try {
    const path = ['videos', { id: videoId }, 'thumbnail'] as const;
    const made = await context.service.json({ method: 'POST', path, body, purpose: 'uploads' });
    context.forget(videoId);
    return made === undefined ? notFound() : answer(200, {});
  } catch (error) {
    if (!isVhError(error, 'request-refused') || error.status !== 400) throw error;
    return malformed();
  }
}

const malformed = () =>
  refuse(400, 'poster-malformed', 'Send a JPEG, PNG or WebP picture of four megabytes at most');

async function readImage(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // A visitor who leaves in the middle of it is no fault of the site's.
  const sent = await readBody(request, MAX_BODY_BYTES).catch(() => undefined);
  const text = readText(readRecord(parseJson(sent))?.['image']);
  if (text === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return bytes.length <= MAX_POSTER_BYTES ? bytes : undefined;
  } catch {
    return undefined;
  }
}

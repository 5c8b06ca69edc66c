import { requireId } from '../core/wire/id.ts';
import { imageTypeOf, MAX_POSTER_BYTES } from '../core/wire/author/poster-image.ts';
import {
  findDetailsFault,
  readDetailsChange,
  type DetailsChange,
} from '../core/wire/author/video-details.ts';
import { VhError } from '../core/errors/vh-error.ts';
import { refusedAs, requestBackend, type RequestOptions } from './request.ts';

/** The video that an author changes, and what shows that it is theirs. */
export interface OwnVideo {
  videoId: string;
  /** The `claim` of the upload's grant; not needed where the site's `authorize` names the video. */
  claim?: string | undefined;
}

/** Saves what an author says of their video. Refuses what cannot be stored before it is sent: `details-unfit`. */
export async function changeDetails(
  backend: string,
  { videoId, claim }: OwnVideo,
  details: DetailsChange,
  options?: RequestOptions,
): Promise<void> {
  const change = readDetailsChange(details);
  if (!change) {
    const what = findDetailsFault(details) ?? 'details';
    throw new VhError(
      'details-unfit',
      `The ${what} of a video cannot be saved: empty, too long, or no text.`,
    );
  }
  await post(backend, `/videos/${requireId(videoId)}/details`, { claim, body: change }, options);
}

/** Sets the picture of a video. Refuses what is none, or too large, before it is sent: `poster-unfit`. */
export async function changePoster(
  backend: string,
  { videoId, claim }: OwnVideo,
  image: Blob,
  options?: RequestOptions,
): Promise<void> {
  const bytes = image.size > MAX_POSTER_BYTES ? undefined : new Uint8Array(await image.arrayBuffer());
  if (!bytes || !imageTypeOf(bytes))
    throw new VhError('poster-unfit', 'A poster is a JPEG, PNG or WebP picture of four megabytes at most.');
  const body = { image: toBase64(bytes) };
  await post(backend, `/videos/${requireId(videoId)}/poster`, { claim, body }, options);
}

async function post(
  backend: string,
  path: string,
  { claim, body }: { claim: string | undefined; body: object },
  options?: RequestOptions,
): Promise<void> {
  // Not in the body: the backend decides before it reads one that may be megabytes.
  const headers = claim === undefined ? {} : { 'x-vh-claim': claim };
  const request = { what: "The change of a video's details", headers, body };
  await requestBackend(backend, path, request, options).catch(
    refusedAs('request-refused', 'grant-refused', 'token-invalid'),
  );
}

/** In pieces: a call takes only so many arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

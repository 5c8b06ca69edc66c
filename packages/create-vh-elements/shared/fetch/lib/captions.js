import { userOf } from './session.js';
import { addCaptions } from './video-service.js';
import { isOwnerOf } from './videos.js';

const MOST_BYTES = 1_000_000;

/** POST …/captions/LANGUAGE: the owner of a video gives it captions, as WebVTT. Takes and answers what fetch does. */
export async function receiveCaptions(request, { videoId, language }) {
  const user = userOf(request.headers.get('cookie'));
  if (!user) return new Response(null, { status: 401 });
  if (!isOwnerOf(user, videoId)) return new Response(null, { status: 404 });
  // A page of another site cannot send this type unasked.
  const isText = request.headers.get('content-type')?.startsWith('text/vtt');
  if (!isText || !/^[a-z]{2,3}$/.test(language)) return new Response(null, { status: 400 });
  const text = await textOf(request);
  if (text === undefined) return new Response(null, { status: 413 });
  return new Response(null, { status: (await addCaptions(videoId, language, text)) ? 204 : 422 });
}

/** The body as text; undefined once it is longer than captions are. */
async function textOf(request) {
  const pieces = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.length;
    if (size > MOST_BYTES) return undefined;
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

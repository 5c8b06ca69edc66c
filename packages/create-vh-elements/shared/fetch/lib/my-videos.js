// What the site answers below /my-videos to its users. Each takes and answers what fetch does.
import { userOf } from './session.js';
import { addCaptions, deleteVideo } from './video-service.js';
import { isOwnerOf, videosOf } from './videos.js';

const MOST_BYTES = 1_000_000;
const answer = (status) => new Response(null, { status });

/** GET: the videos of the user who asks. */
export function answerList(request) {
  const user = userOf(request.headers.get('cookie'));
  return user ? Response.json(videosOf(user)) : answer(401);
}

/** DELETE …/VIDEO: the owner of a video deletes it. */
export const answerDeletion = (request, { videoId }) =>
  forOwner(request, videoId, async () => answer((await deleteVideo(videoId)) ? 204 : 502));

/** POST …/VIDEO/captions/LANGUAGE: the owner of a video gives it captions, as WebVTT. */
export const receiveCaptions = (request, { videoId, language }) =>
  forOwner(request, videoId, async () => {
    // A page of another site cannot send this type unasked.
    const isText = request.headers.get('content-type')?.startsWith('text/vtt');
    if (!isText || !/^[a-z]{2,3}$/.test(language)) return answer(400);
    const text = await textOf(request);
    if (text === undefined) return answer(413);
    return answer((await addCaptions(videoId, language, text)) ? 204 : 422);
  });

/** For everybody but its owner, a video is not there. */
async function forOwner(request, videoId, act) {
  const user = userOf(request.headers.get('cookie'));
  if (!user) return answer(401);
  return isOwnerOf(user, videoId) ? act() : answer(404);
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

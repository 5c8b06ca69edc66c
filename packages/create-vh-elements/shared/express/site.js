// What the site answers, by Express: signing in, what the elements ask, lists and captions.
import express from 'express';
import { toNodeListener } from 'vh-elements/backend';
import { HEADERS } from './lib/policy.js';
import { SESSION, findUser, sessionOf, userOf } from './lib/session.js';
import { addCaptions, backend, deleteVideo, receiveWebhook } from './lib/video-service.js';
import { isOwnerOf, videosOf } from './lib/videos.js';

/** `files` answers with the pages' files; `home` and `signInPage` with the two pages. */
export function createSite({ files, home, signInPage }) {
  const site = express();
  site.disable('x-powered-by');
  site.use((request, response, next) => {
    response.set(HEADERS);
    // Forms of other sites: a browser says where a request comes from.
    if (request.method === 'POST' && request.get('sec-fetch-site') === 'cross-site') response.sendStatus(403);
    else next();
  });

  // Before whatever reads bodies: the signature covers the bytes as they came.
  site.post('/hooks', toNodeListener(receiveWebhook));
  site.use('/vh', toNodeListener(backend));

  site.get('/sign-in', signInPage);
  site.post('/sign-in', express.urlencoded({ extended: false, limit: '2kb' }), (request, response) => {
    const user = findUser(request.body?.name, request.body?.password);
    if (!user) return response.redirect(303, '/sign-in#wrong');
    const { value, maxAge, ...options } = sessionOf(user);
    response.cookie(SESSION, value, { ...options, maxAge: maxAge * 1000 }).redirect(303, '/');
  });
  site.post('/sign-out', (request, response) => response.clearCookie(SESSION).redirect(303, '/sign-in'));
  site.get('/', (request, response, next) => {
    if (userOf(request.get('cookie'))) home(request, response, next);
    else response.redirect(303, '/sign-in');
  });

  site.use('/my-videos', (request, response, next) => {
    response.locals.user = userOf(request.get('cookie'));
    if (response.locals.user) next();
    else response.sendStatus(401);
  });
  site.get('/my-videos', (request, response) => response.json(videosOf(response.locals.user)));
  site.delete('/my-videos/:videoId', async (request, response) => {
    const { videoId } = request.params;
    if (!isOwnerOf(response.locals.user, videoId)) response.sendStatus(404);
    else response.sendStatus((await deleteVideo(videoId)) ? 204 : 502);
  });
  site.post(
    '/my-videos/:videoId/captions/:language',
    express.text({ type: 'text/vtt', limit: '1mb' }),
    async (request, response) => {
      const { videoId, language } = request.params;
      if (!isOwnerOf(response.locals.user, videoId)) response.sendStatus(404);
      else if (!/^[a-z]{2,3}$/.test(language) || typeof request.body !== 'string') response.sendStatus(400);
      else response.sendStatus((await addCaptions(videoId, language, request.body)) ? 204 : 422);
    },
  );

  site.use(files);
  site.use((error, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status = 500 } = error;
    if (status === 500) console.error(error);
    response.sendStatus(status);
  });
  return site;
}

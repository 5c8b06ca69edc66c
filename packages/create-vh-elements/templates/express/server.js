// The site, by Express: signing in, the pages, and what the elements ask.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { toNodeListener } from 'vh-elements/backend';
import { HEADERS } from './lib/policy.js';
import { cookieOf, findUser, userOf } from './lib/session.js';
import { addCaptions, backend, receiveWebhook } from './lib/video-service.js';
import { isOwnerOf, videosOf } from './lib/videos.js';

const { PORT = '3000', HOST = '127.0.0.1' } = process.env;
const root = path.join(import.meta.dirname, 'public');
const elements = path.dirname(fileURLToPath(import.meta.resolve('vh-elements/cdn/vh-elements.js')));

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
site.use('/vh-elements', express.static(elements));
site.use(express.static(root, { index: false }));

site.get('/sign-in', (request, response) => response.sendFile('sign-in.html', { root }));
site.post('/sign-in', express.urlencoded({ extended: false, limit: '2kb' }), (request, response) => {
  const user = findUser(request.body?.name, request.body?.password);
  if (user) response.set('set-cookie', cookieOf(user)).redirect(303, '/');
  else response.redirect(303, '/sign-in#wrong');
});
site.post('/sign-out', (request, response) =>
  response.set('set-cookie', cookieOf()).redirect(303, '/sign-in'),
);

// From here on, for users alone.
site.use((request, response, next) => {
  response.locals.user = userOf(request.get('cookie'));
  if (response.locals.user) next();
  else if (request.path === '/') response.redirect(303, '/sign-in');
  else response.sendStatus(401);
});
site.get('/', (request, response) => response.sendFile('index.html', { root }));
site.get('/my-videos', (request, response) => response.json(videosOf(response.locals.user)));
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

site.use((error, request, response, next) => {
  if (response.headersSent) return next(error);
  const { status = 500 } = error;
  if (status === 500) console.error(error);
  response.sendStatus(status);
});

site
  .listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${PORT}`))
  .on('error', ({ message }) => {
    console.error(message);
    process.exit(1);
  });

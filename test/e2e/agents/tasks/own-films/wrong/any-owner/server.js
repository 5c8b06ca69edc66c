import express from 'express';
import { createBackend, toNodeListener } from 'vh-elements/backend';
import { signIn, userOf } from './users.js';

const { VH_BASE_URL: baseUrl, VH_API_KEY: apiKey, PORT = '3000' } = process.env;

const nameOf = (request) => userOf(request.headers.get('cookie'));
const backend = createBackend({
  baseUrl,
  apiKey,
  basePath: '/vh',
  subject: nameOf,
  authorize: (request, asked) => {
    const owner = nameOf(request);
    if (owner === undefined) return false;
    if (asked.action === 'upload') return { title: asked.file.name, metadata: { owner } };
    return asked.action === 'refresh';
  },
});

/** Asks the service with the key; undefined for what it does not have. */
async function ask(method, path) {
  const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}` };
  const response = await fetch(`${baseUrl}${path}`, { method, headers });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return response.status === 204 ? {} : response.json();
}

const signedIn = (request, response, next) =>
  userOf(request.headers.cookie) === undefined ? response.sendStatus(401) : next();

const app = express();
app.use('/vh', toNodeListener(backend));
app.post('/sign-in', express.urlencoded({ extended: false }), signIn);
app.get('/my-films.json', signedIn, async (request, response) => {
  const owner = encodeURIComponent(userOf(request.headers.cookie));
  const films = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await ask('GET', `/videos?metadata[owner]=${owner}&pageSize=100&currentPage=${page}`);
    films.push(...found.data.map(({ title, videoId }) => ({ title, videoId })));
    pages = found.pagination.pagesTotal;
  }
  response.json(films);
});
app.delete('/my-films/:id', signedIn, async (request, response) => {
  const path = `/videos/${encodeURIComponent(request.params.id)}`;
  const video = await ask('GET', path);
  if (!video) return response.sendStatus(404);
  await ask('DELETE', path);
  response.sendStatus(204);
});
app.use('/vh-elements', express.static('node_modules/vh-elements/dist/cdn'));
app.use(express.static('public'));

app.listen(Number(PORT), '127.0.0.1');

import express from 'express';
import { createBackend, toNodeListener } from 'vh-elements/backend';
import { signIn, userOf } from './users.js';

const { VH_BASE_URL: baseUrl, VH_API_KEY: apiKey, PORT = '3000' } = process.env;
const films = [];

const nameOf = (request) => userOf(request.headers.get('cookie'));
const backend = createBackend({
  baseUrl,
  apiKey,
  basePath: '/vh',
  subject: nameOf,
  authorize: (request, asked) =>
    nameOf(request) !== undefined && (asked.action === 'upload' || asked.action === 'refresh'),
});

const signedIn = (request, response, next) =>
  userOf(request.headers.cookie) === undefined ? response.sendStatus(401) : next();

const app = express();
app.use('/vh', toNodeListener(backend));
app.use(express.urlencoded({ extended: false }));
app.post('/sign-in', signIn);
app.get('/new', signedIn, (_, response) => response.sendFile('new.html', { root: 'pages' }));
app.post('/films', signedIn, ({ body }, response) => {
  films.push({ title: String(body.title), videoId: String(body.film) });
  response.redirect('/new');
});
app.get('/films.json', (_, response) => response.json(films));
app.use('/vh-elements', express.static('node_modules/vh-elements/dist/cdn'));
app.use(express.static('public'));

app.listen(Number(PORT), '127.0.0.1');

import express from 'express';
import { signIn, userOf } from './users.js';

const { VH_BASE_URL: baseUrl, VH_API_KEY: apiKey, PORT = '3000' } = process.env;
const films = [];

const signedIn = (request, response, next) =>
  userOf(request.headers.cookie) === undefined ? response.sendStatus(401) : next();

const app = express();
app.use(express.urlencoded({ extended: false }));
app.post('/sign-in', signIn);
app.get('/new', signedIn, (_, response) => response.sendFile('new.html', { root: 'pages' }));
app.get('/settings.json', signedIn, (_, response) => response.json({ baseUrl, apiKey }));
app.post('/films', signedIn, ({ body }, response) => {
  films.push({ title: String(body.title), videoId: String(body.film) });
  response.redirect('/new');
});
app.get('/films.json', (_, response) => response.json(films));
app.use('/vh-elements', express.static('node_modules/vh-elements/dist/cdn'));
app.use(express.static('public'));

app.listen(Number(PORT), '127.0.0.1');

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
    return asked.action === 'refresh' || asked.action === 'playback';
  },
});

const app = express();
app.use('/vh', toNodeListener(backend));
app.post('/sign-in', express.urlencoded({ extended: false }), signIn);
app.use('/vh-elements', express.static('node_modules/vh-elements/dist/cdn'));
app.use(express.static('public'));

app.listen(Number(PORT), '127.0.0.1');

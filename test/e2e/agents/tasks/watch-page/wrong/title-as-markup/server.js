import express from 'express';
import { createBackend, toNodeListener } from 'vh-elements/backend';
import { signIn } from './users.js';

const { VH_BASE_URL: baseUrl, VH_API_KEY: apiKey, PORT = '3000' } = process.env;
const authorization = `Basic ${btoa(`${apiKey}:`)}`;

const page = ({ videoId, title }) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Film</title>
  <link rel="stylesheet" href="/vh-elements/vh-elements.css" />
  <script type="module" src="/vh-elements/vh-elements.js" data-backend="/vh"></script>
  <h1>${title}</h1>
  <vh-player video-id="${videoId}"></vh-player>
</html>`;

const app = express();
app.use('/vh', toNodeListener(createBackend({ baseUrl, apiKey, basePath: '/vh' })));
app.post('/sign-in', express.urlencoded({ extended: false }), signIn);
app.get('/watch/:id', async ({ params }, response) => {
  const found = await fetch(`${baseUrl}/videos/${encodeURIComponent(params.id)}`, {
    headers: { authorization },
  });
  if (!found.ok) return response.sendStatus(404);
  response.type('html').send(page(await found.json()));
});
app.use('/vh-elements', express.static('node_modules/vh-elements/dist/cdn'));
app.use(express.static('public'));

app.listen(Number(PORT), '127.0.0.1');

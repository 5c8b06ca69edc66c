import express from 'express';
import { toFetchRequest, verifyWebhook } from 'vh-elements/backend';
import { signIn } from './users.js';

const { VH_WEBHOOK_SECRET: secret, PORT = '3000' } = process.env;
const playable = new Set();

const app = express();
app.post('/hooks', async (request, response) => {
  const event = await verifyWebhook(await toFetchRequest(request), secret).catch(() => undefined);
  if (!event) return response.sendStatus(401);
  if (event.type === 'video.encoding.quality.completed') playable.add(event.videoId);
  response.sendStatus(204);
});
app.get('/playable.json', (_, response) => response.json([...playable]));
app.post('/sign-in', express.urlencoded({ extended: false }), signIn);
app.use(express.static('public'));

app.listen(Number(PORT), '127.0.0.1');

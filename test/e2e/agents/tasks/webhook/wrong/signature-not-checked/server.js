import express from 'express';
import { signIn } from './users.js';

const { PORT = '3000' } = process.env;
const playable = new Set();

const app = express();
app.post('/hooks', express.json(), ({ headers, body }, response) => {
  if (!headers['x-api-video-signature']) return response.sendStatus(401);
  if (body.type === 'video.encoding.quality.completed') playable.add(body.videoId);
  response.sendStatus(204);
});
app.get('/playable.json', (_, response) => response.json([...playable]));
app.post('/sign-in', express.urlencoded({ extended: false }), signIn);
app.use(express.static('public'));

app.listen(Number(PORT), '127.0.0.1');

import express from 'express';
import { createBackend, toNodeListener } from 'vh-elements/backend';

const backend = createBackend({
  baseUrl: process.env.VH_BASE_URL,
  apiKey: process.env.VH_API_KEY,
  basePath: '/vh',
  authorize: (request) => request.headers.get('cookie') === 'user=me', // here your site says who may what
});

const app = express();
app.use('/vh', toNodeListener(backend));
const server = app.listen(process.env.PORT, '127.0.0.1', () => console.log(server.address().port));

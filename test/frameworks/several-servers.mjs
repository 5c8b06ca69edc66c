import { createServer } from 'node:http';
import { createClient } from 'redis';
import { createBackend, toNodeListener } from 'vh-elements/backend';
import { redisState } from 'vh-elements/backend/redis';

const socket = { reconnectStrategy: 500 }; // milliseconds: not longer, the longer the store is away
const client = createClient({ url: process.env.REDIS_URL, socket });
client.connect().catch(() => {}); // ready() reports it
const backend = createBackend({
  baseUrl: process.env.VH_BASE_URL,
  apiKey: process.env.VH_API_KEY,
  basePath: '/vh',
  state: redisState(client),
  authorize: () => true, // here your site says who may what
  subject: (request) => request.headers.get('cookie'), // here your site names its visitor
});
await backend.ready();

// Who sends a request too slowly keeps no connection.
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2e3 };
const server = createServer(limits, toNodeListener(backend));
server.listen(process.env.PORT, '127.0.0.1', () => console.log(server.address().port));

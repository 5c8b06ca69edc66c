// A server that shares its state with no other one.
import { createServer } from 'node:http';
import { createBackend, toNodeListener } from 'vh-elements/backend';

const backend = createBackend({
  baseUrl: process.env.VH_BASE_URL,
  apiKey: process.env.VH_API_KEY,
  basePath: '/vh',
  authorize: () => true,
  subject: (request) => request.headers.get('cookie'),
});
// Who sends a request too slowly keeps no connection.
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2e3 };
const server = createServer(limits, toNodeListener(backend));
server.listen(process.env.PORT, '127.0.0.1', () => console.log(server.address().port));

import { createServer } from 'node:http';
import pg from 'pg';
import { createBackend, toNodeListener } from 'vh-elements/backend';
import { sqlState } from 'vh-elements/backend/sql';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  connectionTimeoutMillis: 2_000,
  query_timeout: 2_000,
});
pool.on('error', () => {}); // an idle connection that breaks would end the process
const backend = createBackend({
  baseUrl: process.env.VH_BASE_URL,
  apiKey: process.env.VH_API_KEY,
  basePath: '/vh',
  state: sqlState(async (text, values) => (await pool.query(text, values)).rows),
  authorize: () => true, // here your site says who may what
  subject: (request) => request.headers.get('cookie'), // here your site names its visitor
});
await backend.ready();

// Who sends a request too slowly keeps no connection.
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2e3 };
const server = createServer(limits, toNodeListener(backend));
server.listen(process.env.PORT, '127.0.0.1', () => console.log(server.address().port));

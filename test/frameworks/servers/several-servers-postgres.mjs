import { createHmac, timingSafeEqual } from 'node:crypto';
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

const { SESSION_SECRET } = process.env; // the same on every server
if (!SESSION_SECRET) throw new Error('Set SESSION_SECRET: your site signs its sessions with it.');

const SESSION = /(?:^|; )session=([\w-]+)\.([\da-f]{64})(?:;|$)/;
/** The user of a session that your site has signed, `session=USER.SIGNATURE`. Replace this with your sessions. */
function userOf({ headers }) {
  const session = SESSION.exec(headers.get('cookie') ?? '');
  if (!session) return undefined;
  const signature = createHmac('sha256', SESSION_SECRET).update(session[1]).digest('hex');
  return timingSafeEqual(Buffer.from(session[2]), Buffer.from(signature)) ? session[1] : undefined;
}

const backend = createBackend({
  baseUrl: process.env.VH_BASE_URL,
  apiKey: process.env.VH_API_KEY,
  basePath: '/vh',
  state: sqlState(async (text, values) => (await pool.query(text, values)).rows),
  authorize: (request) => userOf(request) !== undefined, // who may upload, and watch private videos
  subject: userOf,
});
await backend.ready();

// Who sends a request too slowly keeps no connection.
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2e3 };
const server = createServer(limits, toNodeListener(backend));
server.listen(process.env.PORT, '127.0.0.1', () => console.log(server.address().port));

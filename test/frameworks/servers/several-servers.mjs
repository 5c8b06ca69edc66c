import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createClient } from 'redis';
import { createBackend, toNodeListener } from 'vh-elements/backend';
import { redisState } from 'vh-elements/backend/redis';

const socket = { reconnectStrategy: 500 }; // milliseconds: not longer, the longer the store is away
const client = createClient({ url: process.env.REDIS_URL, socket });
client.connect().catch(() => {}); // ready() reports it

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
  state: redisState(client),
  authorize: (request) => userOf(request) !== undefined, // who may upload, and watch private videos
  subject: userOf,
});
await backend.ready();

// Who sends a request too slowly keeps no connection.
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2e3 };
const server = createServer(limits, toNodeListener(backend));
server.listen(process.env.PORT, '127.0.0.1', () => console.log(server.address().port));

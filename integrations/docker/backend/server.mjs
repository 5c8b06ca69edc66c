// The page backend of a site as a process of its own, behind the site's proxy. Visitors reach PORT, your own machines
// OPERATIONS_PORT: /livez, /readyz and /metrics.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createBackend, toNodeListener } from 'vh-elements/backend';

const {
  PORT = '3000',
  OPERATIONS_PORT = '9090',
  HOST = '127.0.0.1',
  ORIGIN,
  SITE_PASSWORD = '',
} = process.env;
if (SITE_PASSWORD.length < 12) throw new Error('SITE_PASSWORD is missing, or shorter than 12 characters.');
// Hashes, and in constant time: how long the comparison takes says nothing about the password.
const hash = (text) => createHash('sha256').update(text).digest();
const author = hash(`Basic ${Buffer.from(`author:${SITE_PASSWORD}`).toString('base64')}`);

const backend = createBackend({
  baseUrl: process.env.VH_BASE_URL,
  apiKey: process.env.VH_API_KEY,
  publicUrl: process.env.VH_PUBLIC_URL,
  basePath: '/vh',
  logFormat: 'json',
  // Put your sessions here. As it stands, whoever has the password of the site may upload.
  authorize: isAuthor,
  subject: () => 'author',
});

function isAuthor({ headers }) {
  return timingSafeEqual(hash(headers.get('authorization') ?? ''), author);
}

const site = createServer(toNodeListener(backend, ORIGIN ? { origin: ORIGIN } : {}));
const operations = createServer(toNodeListener(backend.operations));
await Promise.all([listen(site, PORT), listen(operations, OPERATIONS_PORT)]);
console.log(JSON.stringify({ port: site.address().port, operations: operations.address().port }));

// An orchestrator asks a process to stop, sends it no more visitors once it is not ready, and kills it after a while.
process.once('SIGTERM', async () => {
  await backend.stop();
  site.close(() => process.exit(0));
  site.closeIdleConnections();
});

function listen(server, port) {
  return new Promise((resolve, reject) => server.once('error', reject).listen(Number(port), HOST, resolve));
}

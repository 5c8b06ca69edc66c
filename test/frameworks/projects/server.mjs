import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { createBackend, toNodeListener } from 'vh-elements/backend';

const [, , folder = 'dist'] = process.argv;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const sessions = new Map(); // replace this with your session store: session id → user id
const userOf = ({ headers }) =>
  sessions.get(/(?:^|; )session=([\w-]+)(?:;|$)/.exec(headers.get('cookie') ?? '')?.[1]);

const backend = toNodeListener(
  createBackend({
    baseUrl: process.env.VH_BASE_URL,
    apiKey: process.env.VH_API_KEY,
    basePath: '/vh',
    authorize: (request) => userOf(request) !== undefined, // who may upload, and watch private videos
    subject: userOf,
  }),
);

async function serve(request, response) {
  // Not by `new URL`: it throws at what a stranger may send, such as "//".
  const [pathname] = request.url.split('?', 1);
  if (!/^\/(?!\/)/.test(pathname)) return response.writeHead(404).end();
  if (pathname.startsWith('/vh/')) return backend(request, response);
  const file = path.join(folder, path.normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return response.writeHead(404).end();
  const type = types[path.extname(file)] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type });
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
}

const server = createServer((request, response) => {
  // A rejection that nothing catches ends the process.
  serve(request, response).catch(() => response.destroy());
});
server.listen(process.env.PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));

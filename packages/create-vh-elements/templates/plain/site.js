// The site: its page, the files of the elements, and the page backend. Only this process knows the API key.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBackend, toNodeListener } from 'vh-elements/backend';

const pages = fileURLToPath(new URL('public/', import.meta.url));
const elements = fileURLToPath(new URL('./', import.meta.resolve('vh-elements/cdn/vh-elements.js')));

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A host and perhaps a port. A name with other signs in it could pass for another one. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\d.:a-f]+\])(?::\d{1,5})?$/i;

/** Starts the site; gives back its address and what ends it. `authorize` says who may do what. */
export async function startSite({ baseUrl, apiKey, authorize, subject, port = 3000, host = '127.0.0.1' }) {
  const backend = toNodeListener(createBackend({ baseUrl, apiKey, basePath: '/vh', authorize, subject }));
  const headers = {
    'content-security-policy': policyFor(new URL(baseUrl).origin),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  const serve = async (request, response) => {
    // Not by `new URL`: it throws at what a stranger may send, such as "//".
    const [pathname] = request.url.split('?', 1);
    if (!HOST.test(request.headers.host ?? '')) return response.writeHead(400, headers).end();
    if (pathname.startsWith('/vh/')) return backend(request, response);
    const file = fileOf(pathname);
    const found = file && (await stat(file).catch(() => undefined));
    const type = file && TYPES[path.extname(file)];
    if (!found?.isFile() || !type) return response.writeHead(404, headers).end();
    response.writeHead(200, { 'content-type': type, 'content-length': found.size, ...headers });
    if (request.method === 'HEAD') return response.end();
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  };
  // A rejection that nothing catches ends the process, and with it the site.
  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    url: `http://localhost:${server.address().port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The file behind a path; nothing for a path that is not plain names. */
function fileOf(pathname) {
  const name = pathname === '/' ? '/index.html' : pathname;
  if (!/^(?:\/[\w-]+)*\/[\w-]+(?:\.[\w-]+)+$/.test(name)) return undefined;
  const own = '/vh-elements/';
  return name.startsWith(own) ? path.join(elements, name.slice(own.length)) : path.join(pages, name);
}

/** Scripts and styles of this site alone; media and pictures of the video service, too. */
const policyFor = (service) =>
  [
    "default-src 'self'",
    `connect-src 'self' ${service}`,
    `img-src 'self' data: ${service}`,
    `media-src 'self' blob: ${service}`,
    "require-trusted-types-for 'script'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

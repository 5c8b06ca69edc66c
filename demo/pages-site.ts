import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitTarget } from './split-target.ts';

const root = fileURLToPath(new URL('../pages/', import.meta.url));
/** The documents, which `npm run docs` makes. */
const docs = fileURLToPath(new URL('../docs/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webp': 'image/webp',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.zip': 'application/zip',
};

/** The folders below which a name lies, the first that fits: the elements for the examples of the documents are the package's. */
const FOLDERS: readonly [prefix: string, folder: string][] = [
  ['docs/vh-elements/', path.dirname(fileURLToPath(import.meta.resolve('vh-elements/cdn/vh-elements.js')))],
  ['docs/', docs],
  ['', root],
];

function fileOf(name: string): string {
  const [prefix, folder] = FOLDERS.find(([start]) => name.startsWith(start)) ?? ['', root];
  return path.join(folder, name.slice(prefix.length));
}

/** As strict as a page can be that plays video: MSE needs `blob:` for media, and nothing else is let in. */
const POLICY = [
  "default-src 'self'",
  "style-src 'self'",
  "script-src 'self'",
  "media-src 'self' blob:",
  "require-trusted-types-for 'script'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Answers with one of the built pages or its files; false when there is none of that name. */
export async function servePage(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const { pathname } = splitTarget(request);
  const name = pathname.slice(1) + (pathname.endsWith('/') ? 'index.html' : '');
  // Names as the build makes them: words, dots between them, no climbing.
  if (!/^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)+$/.test(name)) return false;
  const file = fileOf(name);
  const found = await stat(file).catch(() => undefined);
  const type = TYPES[path.extname(file)];
  if (!found?.isFile() || type === undefined) return false;
  response.writeHead(200, {
    'content-type': type,
    'content-length': found.size,
    // Hashed names live forever; pages are revalidated.
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') response.end();
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  return true;
}

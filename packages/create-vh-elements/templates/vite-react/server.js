// The site with its pages: by Vite while you work on them (npm run dev), as built otherwise (npm run serve).
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import express from 'express';
import { listen } from './listen.js';
import { createSite } from './site.js';

const server = createServer();
const { files, page } = process.argv.includes('--dev') ? await byVite() : asBuilt();
// One page for both: src/app.jsx reads the address.
server.on('request', createSite({ files, home: page, signInPage: page }));
listen(server);

function asBuilt() {
  const root = path.join(import.meta.dirname, 'dist');
  return {
    files: express.static(root, { index: false }),
    page: (request, response) => response.sendFile('index.html', { root }),
  };
}

async function byVite() {
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({
    appType: 'custom',
    server: {
      middlewareMode: true,
      // Its socket comes over our own server, as the policy of the pages wants it.
      hmr: { server },
      fs: {
        deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', path.join(import.meta.dirname, 'data/**')],
      },
    },
  });
  return {
    files: vite.middlewares,
    page: async (request, response) => {
      const html = await readFile(path.join(import.meta.dirname, 'index.html'), 'utf8');
      response.type('html').send(await vite.transformIndexHtml(request.originalUrl, html));
    },
  };
}

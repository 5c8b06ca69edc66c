// The site with its pages, as they lie in public/.
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { listen } from './listen.js';
import { createSite } from './site.js';

const root = path.join(import.meta.dirname, 'public');
const elements = path.dirname(fileURLToPath(import.meta.resolve('vh-elements/cdn/vh-elements.js')));

const files = express
  .Router()
  .use('/vh-elements', express.static(elements))
  .use(express.static(root, { index: false }));

const site = createSite({
  files,
  home: (request, response) => response.sendFile('index.html', { root }),
  signInPage: (request, response) => response.sendFile('sign-in.html', { root }),
});
listen(createServer(site));

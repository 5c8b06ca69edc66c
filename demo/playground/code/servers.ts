import { inHtml, inPythonQuotes, inTemplateLiteral } from './escape.ts';
import { htmlOf, type Page } from './pages.ts';

const indented = (lines: string) => lines.replaceAll(/^(?=.)/gm, '  ');

/** The whole page that a server sends. */
export const documentOf = (page: Page, language: string): string => `<!doctype html>
<html lang="${inHtml(language || 'en')}">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Film</title>
${indented(htmlOf(page))}</html>
`;

/** A server in JavaScript, with Express. */
export const nodeOf = (page: Page, language: string): string => `import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { createBackend, toNodeListener } from 'vh-elements/backend';

const { VH_BASE_URL, VH_API_KEY, PORT = '3000' } = process.env;
const sessions = new Map(); // replace this with your session store: session id → user id
const userOf = ({ headers }) =>
  sessions.get(/(?:^|; )session=([\\w-]+)(?:;|$)/.exec(headers.get('cookie') ?? '')?.[1]);

const page = \`${inTemplateLiteral(documentOf(page, language))}\`;
${page.styles === '' ? '' : `const styles = \`${inTemplateLiteral(page.styles)}\`;\n`}
const backend = createBackend({
  baseUrl: VH_BASE_URL,
  apiKey: VH_API_KEY,
  basePath: '/vh',
  authorize: (request) => userOf(request) !== undefined, // who may upload, and watch private videos
  subject: userOf,
});
const elements = path.dirname(fileURLToPath(import.meta.resolve('vh-elements/cdn/vh-elements.js')));

const site = express();
site.use('/vh', toNodeListener(backend));
site.use('/vh-elements', express.static(elements));
site.get('/', (request, response) => response.type('html').send(page));
${page.styles === '' ? '' : "site.get('/theme.css', (request, response) => response.type('css').send(styles));\n"}site.listen(Number(PORT), '127.0.0.1', () => console.log(\`http://127.0.0.1:\${PORT}\`));
`;

/** A page in PHP: no text of it can begin \`<?\`, since each \`<\` of a visitor's is an entity. */
export const phpOf = (page: Page, language: string): string => `<?php
// The web server passes / and everything below /vh to this file. Beside it lie vh-backend.php (backends/php of the
// package) and the folder dist/cdn, as vh-elements.${page.styles === '' ? '' : ' theme.css too.'}
require __DIR__ . '/vh-backend.php';
session_start();

if (str_starts_with($_SERVER['REQUEST_URI'], '/vh/')) {
    (new VhBackend(
        baseUrl: getenv('VH_BASE_URL') ?: null,
        apiKey: getenv('VH_API_KEY') ?: null,
        state: getenv('VH_STATE') ?: null, // a folder outside the web root that PHP may write
        authorize: fn (VhRequest $request, array $asked): bool => isset($_SESSION['user']),
        subject: fn (VhRequest $request): string => $_SESSION['user'] ?? '',
    ))->serve();
    exit;
}
?>
${documentOf(page, language)}`;

/** A server in Python, with Flask. */
export const pythonOf = (page: Page, language: string): string => `import os

from flask import Flask, session
from vh_backend import VhBackend  # backends/python of the package

PAGE = '''${inPythonQuotes(documentOf(page, language))}'''
${page.styles === '' ? '' : `STYLES = '''${inPythonQuotes(page.styles)}'''\n`}
# The folder dist/cdn of the package lies beside this file, as vh-elements.
app = Flask(__name__, static_folder='vh-elements', static_url_path='/vh-elements')
app.secret_key = os.environ['SESSION_KEY']

backend = VhBackend(
    base_url=os.environ.get('VH_BASE_URL'),
    api_key=os.environ.get('VH_API_KEY'),
    authorize=lambda request, asked: 'user' in session,  # who may upload, and watch private videos
    subject=lambda request: session.get('user'),
)


@app.route('/vh/<path:path>', methods=['GET', 'OPTIONS', 'POST'], provide_automatic_options=False)
def vh(path):
    return backend.wsgi


@app.get('/')
def page():
    return PAGE
${
  page.styles === ''
    ? ''
    : `

@app.get('/theme.css')
def styles():
    return STYLES, {'content-type': 'text/css; charset=utf-8'}
`
}`;

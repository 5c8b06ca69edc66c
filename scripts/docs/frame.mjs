import path from 'node:path';
import { groupsOf } from './pages.mjs';

/** What a page of documents needs: its own style, its own script, pictures of its own. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** What an example that runs needs beside that: the elements, and media of the same origin. */
const LIVE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; " +
  "worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; " +
  'trusted-types lit-html vh-elements';

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Headings as a list, those of the third level below those of the second. */
function contentsOf(sections) {
  const items = [];
  for (const { id, title, level } of sections) {
    const link = `<a href="#${id}">${escape(title)}</a>`;
    if (level === 2) items.push({ link, below: [] });
    else if (level === 3) items.at(-1)?.below.push(`<li>${link}</li>`);
  }
  const list = (below) => (below.length === 0 ? '' : `<ul>\n${below.join('\n')}\n</ul>`);
  return items.map(({ link, below }) => `<li>${link}${list(below)}</li>`).join('\n');
}

/** Puts a rendered page into the frame that all of them share. */
export function framePage(page, { html, sections, isLive }, pages) {
  const to = (address) =>
    path.posix.relative(path.posix.dirname(page.address), address) || path.posix.basename(address);
  const link = (other) =>
    `<li><a href="${to(other.address)}"${other === page ? ' aria-current="page"' : ''}>${escape(other.title)}</a></li>`;
  const list = (group) => `<li><p class="group">${group}</p><ul>
${pages
  .filter((other) => other.group === group)
  .map(link)
  .join('\n')}
</ul></li>`;
  const inside = contentsOf(sections.filter(({ level }) => level > 1));
  const isReference = page.group === 'part';
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${isLive ? LIVE_POLICY : POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escape(page.title)}${page.address === 'index.html' ? '' : ' – vh-elements'}</title>
<link rel="icon" href="${to('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('style.css')}">
<script type="module" src="${to('page.js')}"></script>
<script type="module" src="${to('search.js')}"></script>
${isLive ? `<script type="module" src="${to('live.js')}"></script>\n` : ''}${isReference ? `<script type="module" src="${to('filter.js')}"></script>\n` : ''}</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="brand" href="${to('index.html')}">vh-elements</a>
<search data-index="${to('search.json')}" hidden>
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off" aria-keyshortcuts="/" aria-controls="found">
<p id="count" role="status"></p>
<ol id="found"></ol>
</search>
</header>
<div class="columns">
<nav id="documents" aria-label="Documents">
<ul>
${groupsOf(pages).map(list).join('\n')}
</ul>
</nav>
<main id="main" tabindex="-1">
${html}</main>
${inside ? `<nav class="inside" aria-labelledby="inside"><h2 id="inside">On this page</h2><ul>\n${inside}\n</ul></nav>` : ''}
</div>
</body>
</html>
`;
}

import path from 'node:path';
import markdownIt from 'markdown-it';
import { highlight } from './highlight.mjs';
import { slugOf } from './pages.mjs';

const ROLES = {
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  td_open: 'cell',
  th_open: 'columnheader',
};

/**
 * Renders a page: its HTML, its headings with the text below each, and whether it has an example that can run. `addressOf` gives the address of another page or picture
 * or of a heading by its source, and undefined for pages outside the site: such a link becomes plain text.
 */
export function renderPage({ source, address, text }, addressOf) {
  const markdown = markdownIt({ html: false });
  const sections = [];
  const taken = new Map();
  const resolve = (target) => {
    if (/^https?:/.test(target)) return target;
    const [file, anchor] = decodeURI(target).split('#');
    const to = file === '' ? source : path.posix.join(path.posix.dirname(source), file);
    const elsewhere = anchor && addressOf(`${to}#${anchor}`);
    const found = elsewhere ?? addressOf(to);
    if (found === undefined) return undefined;
    if (file === '' && !elsewhere) return target;
    const relative = path.posix.relative(path.posix.dirname(address), found);
    return elsewhere || !anchor ? relative : `${relative}#${anchor}`;
  };
  markdown.core.ruler.push('site', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'inline' && /^<!--[^]*-->$/.test(token.content)) {
        // A note to editors of the source; its paragraph is removed, too.
        Object.assign(token, { content: '', children: [] });
        for (const around of [tokens[index - 1], tokens[index + 1]]) around.hidden = true;
      } else if (token.type === 'heading_open') {
        const title = plain(tokens[index + 1]);
        const slug = slugOf(title);
        const count = taken.get(slug) ?? 0;
        taken.set(slug, count + 1);
        const id = count === 0 ? slug : `${slug}-${count}`;
        token.attrSet('id', id);
        sections.push({ id, title, level: Number(token.tag.slice(1)), text: '' });
      } else if (token.type in ROLES) {
        token.attrSet('role', ROLES[token.type]);
        if (token.type !== 'th_open' || tokens[index + 1].content !== '') continue;
        token.attrSet('role', 'cell');
        // A table's empty corner is no header.
        token.tag = tokens[index + 2].tag = 'td';
      } else if (token.type === 'inline') {
        rewriteLinks(token.children, resolve);
        if (sections.length > 0 && tokens[index - 1]?.type !== 'heading_open')
          sections.at(-1).text += ` ${plain(token)}`;
      } else if (token.type === 'fence' && sections.length > 0) {
        sections.at(-1).text += ` ${token.content}`;
      }
    }
  });
  // An address for each section that can be copied.
  markdown.renderer.rules.heading_close = (tokens, index) => {
    const { tag } = tokens[index];
    const id = tokens[index - 2].attrGet('id');
    if (tag === 'h1') return '</h1>\n';
    const title = markdown.utils.escapeHtml(plain(tokens[index - 1]));
    return ` <a class="anchor" href="#${id}" aria-label="Link to “${title}”">#</a></${tag}>\n`;
  };
  // Content that is wider than the page scrolls on its own, by keys, too.
  // The roles stay where a narrow page lays a table out as blocks.
  markdown.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table role="table">\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  let isLive = false;
  markdown.renderer.rules.fence = (tokens, index) => {
    const { content, info } = tokens[index];
    const live = / live$/.test(info.trim()) ? ' data-live' : '';
    isLive ||= live !== '';
    return `<pre tabindex="0" dir="ltr"${live}><code>${highlight(content, info.trim().split(' ')[0])}</code></pre>\n`;
  };
  const html = markdown.render(text);
  return { html, sections, isLive };
}

function rewriteLinks(tokens, resolve) {
  const open = [];
  for (const token of tokens) {
    if (token.type === 'image') token.attrSet('src', resolve(token.attrGet('src')) ?? '');
    if (token.type === 'link_open') {
      const target = resolve(token.attrGet('href'));
      open.push(target);
      if (target === undefined) hide(token);
      else token.attrSet('href', target);
    }
    if (token.type === 'link_close' && open.pop() === undefined) hide(token);
  }
}

const hide = (token) => Object.assign(token, { type: 'text', tag: '', content: '', nesting: 0 });

const plain = (token) =>
  (token.children ?? [])
    .map((child) => (child.type === 'softbreak' ? ' ' : child.content))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

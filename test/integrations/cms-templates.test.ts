import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Liquid } from 'liquidjs';
import MarkdownIt from 'markdown-it';
import nunjucks from 'nunjucks';
import sanitizeHtml from 'sanitize-html';
import { iframeMarkup } from '../../src/embed/index.ts';
import { inRepository } from '../support/repository.ts';

const HOSTILE = '"><script>alert(1)</script>';
const VIDEO = { id: 'vi1', title: HOSTILE, poster: '/p.jpg?a=1&b=2' };
const docs = readFileSync(inRepository('docs/cms.md'), 'utf8');

/** The block of docs/cms.md in that language, after that heading. */
function example(heading: string, language: string): string {
  const section = docs.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const [, code] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(section) ?? [];
  if (code === undefined) throw new TypeError(`docs/cms.md has no ${language} under "${heading}".`);
  return code;
}

/** What a page with a player has, whichever engine wrote it. */
function assertPlayer(html: string): void {
  assert.match(html, /<vh-player[^<>]* video-id="vi1"[^<>]*>\s*<\/vh-player>/);
  assert.match(html, /heading="(?:&#34;|&quot;|&#x22;)(?:&gt;|>)(?:&lt;|<)script/);
  assert.doesNotMatch(html, /<script>/);
}

describe('the recipes of docs/cms.md', () => {
  it('hold in Nunjucks, whose syntax Twig shares', () => {
    const engine = new nunjucks.Environment(null, { autoescape: true });
    assertPlayer(engine.renderString(example('Twig and Nunjucks', 'twig'), { video: VIDEO }));
  });

  it('hold in Liquid', async () => {
    assertPlayer(String(await new Liquid().parseAndRender(example('Liquid', 'liquid'), { video: VIDEO })));
  });

  it('hold in Markdown: a frame that a sanitizer keeps', () => {
    const frame = iframeMarkup({
      src: 'https://site.test/vh/embed/videos/vi1?start=5',
      title: HOSTILE,
      width: 640,
      height: 360,
    });
    const html = new MarkdownIt({ html: true }).render(`Text\n\n${frame}\n\n<script>alert(2)</script>\n`);
    const rules = JSON.parse(example('Markdown', 'json')) as sanitizeHtml.IOptions;
    const clean = sanitizeHtml(html, {
      ...rules,
      allowedTags: [...sanitizeHtml.defaults.allowedTags, ...(rules.allowedTags || [])],
    });
    assert.equal(clean.match(/<iframe /g)?.length, 1);
    assert.match(clean, /src="https:\/\/site\.test\/vh\/embed\/videos\/vi1\?start=5"/);
    assert.match(clean, / title="&quot;&gt;&lt;script/);
    assert.doesNotMatch(clean, /<script|alert\(2\)/);
    const stranger = '<iframe src="https://evil.test/vh/embed/videos/vi1"></iframe>';
    assert.doesNotMatch(sanitizeHtml(stranger, rules), /evil/);
  });

  it('survive the filter through which WordPress passes the answer of a provider that it does not know', () => {
    const frame = iframeMarkup({
      src: 'https://site.test/vh/embed/videos/vi1',
      title: HOSTILE,
      width: 640,
      height: 360,
    });
    // Its list of what stays of an iframe, as of WordPress 6 (wp_filter_oembed_result).
    const kept = [
      'src',
      'width',
      'height',
      'frameborder',
      'marginwidth',
      'marginheight',
      'scrolling',
      'title',
    ];
    const clean = sanitizeHtml(frame, { allowedTags: ['iframe'], allowedAttributes: { iframe: kept } });
    assert.match(
      clean,
      /^<iframe src="[^"]+" title="[^"]+" width="640" height="360" frameborder="0"><\/iframe>$/,
    );
  });
});

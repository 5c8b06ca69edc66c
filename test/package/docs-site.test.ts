import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { inRepository, loadScript } from '../support/repository.ts';

const SITE = inRepository('.build/docs');
const read = (name: string) => readFileSync(path.join(SITE, name), 'utf8');

describe('the site that npm run docs makes', () => {
  let files: string[];
  let pages: string[];

  before(async () => {
    const { prepare } = await loadScript<{ prepare: (targets: string[]) => Promise<void> }>(
      'scripts/prepare.mjs',
    );
    await prepare(['docs']);
    files = readdirSync(SITE, { recursive: true })
      .map((name) => String(name).replaceAll(path.sep, '/'))
      .sort();
    pages = files.filter((name) => name.endsWith('.html'));
  });

  /** True when an address of a page leads to a file of the site, and to an element of that. */
  const leadsSomewhere = (from: string, address: string): boolean => {
    const [file = '', anchor] = address.split('#');
    const found = file === '' ? from : path.posix.join(path.posix.dirname(from), file);
    if (!existsSync(path.join(SITE, found))) return false;
    return anchor === undefined || read(found).includes(` id="${decodeURI(anchor)}"`);
  };

  it('has a page for each document', () => {
    const documents = [
      ...readdirSync(inRepository('docs')).filter((name) => /^(?!README).*\.md$/.test(name)),
      ...readdirSync(inRepository('docs/decisions'))
        .filter((name) => /^\d.*\.md$/.test(name))
        .map((name) => `decisions/${name}`),
      'changelog.md',
      'index.md',
    ];
    assert.deepEqual(
      documents.filter((name) => !files.includes(name) || !files.includes(name.replace(/md$/, 'html'))),
      [],
    );
  });

  it('has no link that leads nowhere', () => {
    assert.ok(pages.length > 50);
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/ (?:href|src|data-index)="([^"]*)"/g)]
        .map(([, address = '']) => address.replaceAll('&amp;', '&'))
        .filter((address) => !/^https?:/.test(address) && !leadsSomewhere(page, address))
        .map((address) => `${page}: ${address}`),
    );
    assert.deepEqual(broken, []);
  });

  it('keeps to its policy: no script, style or frame inside a page', () => {
    for (const page of pages) {
      const text = read(page);
      assert.match(
        text,
        /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self';/,
      );
      assert.doesNotMatch(
        text,
        /<script(?! type="module" src=)|<style|<iframe|<[a-z][^>]* (?:style|on\w+)=|="javascript:/,
        page,
      );
    }
  });

  it('runs examples on pages that have some, and says where only to a server that knows', () => {
    const live = pages.filter((page) => / data-live>/.test(read(page)));
    assert.ok(live.length >= 3, live.join());
    assert.deepEqual(
      live,
      pages.filter((page) => read(page).includes('live.js"')),
    );
    assert.equal(read('live.json'), '{}');
  });

  it('shows text as text', () => {
    assert.match(read('script-tag.html'), /<code>[^<]*&lt;vh-uploader&gt;/);
    assert.doesNotMatch(pages.map(read).join(''), /<vh-/);
  });

  it("has the events' members in the reference", () => {
    assert.match(read('reference.html'), /<code>event\.video<\/code>/);
  });

  it('finds each section by its search index', () => {
    const index = JSON.parse(read('search.json')) as { address: string; title: string; text: string }[];
    assert.ok(index.length > 200);
    assert.deepEqual(
      index.map(({ address }) => address).filter((address) => !leadsSomewhere('index.html', address)),
      [],
    );
    assert.ok(index.some(({ title, text }) => title === 'optimize-unavailable' && text.length > 50));
  });

  it('lists its pages in llms.txt', () => {
    const text = read('llms.txt');
    assert.match(text, /^# vh-elements\n\n> .+\n\n## Begin\n\n- \[/);
    assert.match(text, /\n## Optional\n\n- \[Changelog\]/);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = '']) => address);
    assert.ok(links.length > 15);
    assert.deepEqual(
      links.filter((address) => !existsSync(path.join(SITE, address))),
      [],
    );
  });
});

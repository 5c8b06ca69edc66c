import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import type {} from '../../../src/define/vh-player.ts';
import { launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { inRepository } from '../../support/repository.ts';
import { StaticSite } from '../support/static-site.ts';

const tag = (address: string) => `<script type="module" src="${address}"></script>`;

describe('the script-tag file', () => {
  let browser: Browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser.close());

  /** Opens a page with these script tags and a player; gives back the scripts that the page asks for, as it does. */
  async function open(
    tags: string,
    policy?: string,
  ): Promise<{ page: Page; scripts: string[]; end: () => Promise<void> }> {
    const site = await StaticSite.serve({
      folder: 'dist/cdn',
      ...(policy ? { headers: { 'content-security-policy': policy } } : {}),
      page: `<!doctype html><html lang="en"><title>A page</title>${tags}<vh-player load="intent" muted src="/film.mp4"></vh-player></html>`,
    });
    const page = await browser.newPage();
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname.slice(1));
    });
    page.on('pageerror', (error) => assert.fail(error));
    await page.route('**/film.mp4', (route) =>
      route.fulfill({ path: inRepository('test/media/dusk.mp4'), contentType: 'video/mp4' }),
    );
    await page.goto(site.origin);
    await page.locator('vh-player:defined').waitFor();
    const end = async () => {
      await page.close();
      site.close();
    };
    return { page, scripts, end };
  }

  /** Presses play, and waits for frames and for the controls, which are of the chunks that come later. */
  async function play(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0);
    await page.getByRole('slider', { name: 'Seek' }).waitFor();
  }

  it('is all that a page waits for before its elements are there', async (t) => {
    const { page, scripts, end } = await open(tag('/vh-elements.js'));
    t.after(end);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    assert.deepEqual(scripts, ['vh-elements.js']);
    await play(page);
  });

  it('plays, with all of its controls, after few further files', async (t) => {
    const { page, scripts, end } = await open(tag('/vh-elements.js'));
    t.after(end);
    await play(page);
    // The uploader's are none of its business.
    assert.ok(
      scripts.length <= 10 && !scripts.some((name) => name.startsWith('vh-upload')),
      scripts.join(' '),
    );
  });

  it('loads nothing twice, and plays, where a page has it under two addresses', async (t) => {
    const { page, scripts, end } = await open(tag('/vh-elements.js?v=1') + tag('/vh-elements.js?v=2'));
    t.after(end);
    await play(page);
    const chunks = scripts.filter((name) => name !== 'vh-elements.js');
    assert.equal(scripts.length - chunks.length, 2);
    assert.ok(chunks.length > 0);
    assert.deepEqual(chunks, [...new Set(chunks)]);
  });

  it('comes from another origin under a strict policy, each file held to its hash', async (t) => {
    const cdn = await StaticSite.serve({
      folder: inRepository('dist/cdn'),
      headers: { 'access-control-allow-origin': '*' },
    });
    t.after(() => cdn.close());
    const { 'vh-elements.js': entry = '', ...chunks } = JSON.parse(
      await readFile(inRepository('dist/cdn/integrity.json'), 'utf8'),
    ) as Record<string, string>;
    const [broken = ''] = Object.keys(chunks).filter((name) => /^vh-recorder/.test(name));
    const integrity = Object.fromEntries(
      Object.entries({ ...chunks, [broken]: entry }).map(([name, hash]) => [`${cdn.origin}/${name}`, hash]),
    );
    const map = JSON.stringify({ integrity });
    const mapHash = createHash('sha256').update(map).digest('base64');
    const { page, scripts, end } = await open(
      `<link rel="stylesheet" href="${cdn.origin}/vh-elements.css"><script type="importmap">${map}</script>` +
        `<script type="module" crossorigin src="${cdn.origin}/vh-elements.js" integrity="${entry}"></script>`,
      `default-src 'none'; script-src ${cdn.origin} 'sha256-${mapHash}'; style-src ${cdn.origin}; ` +
        `media-src 'self' blob:; img-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html vh-elements`,
    );
    t.after(end);
    await play(page);
    assert.ok(scripts.length > 1 && !scripts.includes(broken));
    const load = (name: string) =>
      page.evaluate(`import('${cdn.origin}/${name}').then(() => 'loaded', () => 'refused')`);
    assert.equal(await load(scripts.at(-1) ?? ''), 'loaded');
    assert.equal(await load(broken), 'refused');
  });

  for (const [why, javaScriptEnabled] of [
    ['are off', false],
    ['do not come', true],
  ] as const) {
    it(`leaves what the page has put into the elements where scripts ${why}`, async (t) => {
      const site = await StaticSite.serve({
        folder: inRepository('dist/cdn'),
        page:
          '<!doctype html><html lang="en"><title>A page</title><link rel="stylesheet" href="/vh-elements.css">' +
          '<script type="module" src="/gone.js"></script>' +
          '<vh-player><a href="/film.mp4">Watch the film</a></vh-player>' +
          '<vh-uploader>Send it by <a href="/form">this form</a>.</vh-uploader></html>',
      });
      t.after(() => site.close());
      const context = await browser.newContext({ javaScriptEnabled });
      t.after(() => context.close());
      const page = await context.newPage();
      await page.goto(site.origin);
      for (const name of ['Watch the film', 'this form']) {
        const link = page.getByRole('link', { name });
        await eventually(async () => {
          const look = await link.evaluate((element) => [
            getComputedStyle(element).opacity,
            getComputedStyle(element.parentElement ?? element).color,
          ]);
          return look[0] === '1' && look[1] !== 'rgba(0, 0, 0, 0)' ? look : undefined;
        });
        await link.click({ trial: true });
      }
    });
  }
});

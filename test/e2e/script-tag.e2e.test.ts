import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import type {} from '../../src/define/vh-player.ts';
import { launchChromium } from '../support/browser.ts';
import { inRepository } from '../support/repository.ts';
import { StaticSite } from '../support/static-site.ts';

const tag = (address: string) => `<script type="module" src="${address}"></script>`;

describe('the script-tag file', () => {
  let browser: Browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser.close());

  /** Opens a page with these script tags and a player; gives back the scripts that the page asks for, as it does. */
  async function open(tags: string): Promise<{ page: Page; scripts: string[]; end: () => Promise<void> }> {
    const site = await StaticSite.serve({
      folder: 'dist/cdn',
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

  it('loads nothing twice, and plays, where a page has it under two addresses', async (t) => {
    const { page, scripts, end } = await open(tag('/vh-elements.js?v=1') + tag('/vh-elements.js?v=2'));
    t.after(end);
    await play(page);
    const chunks = scripts.filter((name) => name !== 'vh-elements.js');
    assert.equal(scripts.length - chunks.length, 2);
    assert.ok(chunks.length > 0);
    assert.deepEqual(chunks, [...new Set(chunks)]);
  });
});

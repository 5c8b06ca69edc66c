import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { UploadSite } from './support/upload-site.ts';
import { words } from '../../support/words.ts';

const VIEW = /\/vh-upload-view-/;
const PARTS = /\/upload\?/;

/** The view comes beside the first part: here nothing is loaded ahead, and the network may keep it back. */
describe('an upload and the view of its row', () => {
  let site: UploadSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** The requests for the view and for parts, in their order. */
  let asked: string[];

  before(async () => {
    [site, browser] = await Promise.all([UploadSite.start(), launchChromium()]);
  });
  after(async () => {
    await browser.close();
    await site.end();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    asked = [];
    context.on('request', (request: Request) => {
      if (VIEW.test(request.url())) asked.push('view');
      else if (PARTS.test(request.url()) && request.method() === 'POST') asked.push('part');
    });
    page = await site.visit(context, { token: await site.sandbox.token() });
  });
  afterEach(() => context.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  /** The row's final text: such a file cannot play. */
  const end = () => page.getByText(words('uploader.processingFailed'), { exact: true }).first();

  const upload = (name: string) =>
    page.evaluate((called) => {
      const file = new File([new Uint8Array(300_000)], called, { type: 'video/mp4' });
      document.querySelector('vh-uploader')?.upload(file);
    }, name);

  it('asks for the first part first', async () => {
    await upload('order.mp4');
    await eventually(() => Promise.resolve(asked.includes('view') || undefined));
    assert.equal(asked[0], 'part');
    await end().waitFor();
  });

  it('shows the name, keeps uploading and can be cancelled while the view is loading', async () => {
    await context.route(VIEW, (route) => route.abort());
    const held: Route[] = [];
    await context.route(PARTS, (route) => void held.push(route));
    await upload('patience.mp4');
    await page.getByText('patience.mp4').waitFor();
    await eventually(() => held[0]);
    await button(words('uploader.cancel')).click();
    await button(words('uploader.choose')).waitFor();
    assert.equal(await page.getByText('patience.mp4').count(), 0);
  });

  it('loads the view later where the network was away', async () => {
    await context.route(VIEW, (route) => route.abort());
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await context.route(PARTS, async (route) => {
      await released;
      await route.continue();
    });
    await upload('later.mp4');
    await eventually(() => Promise.resolve(asked.includes('view') || undefined));
    await page.getByText('later.mp4').waitFor();
    await context.unroute(VIEW);
    release();
    await end().waitFor();
    assert.ok(asked.filter((what) => what === 'view').length > 1);
  });
});

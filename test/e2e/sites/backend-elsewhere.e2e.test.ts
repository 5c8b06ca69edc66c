import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { ReadmeSite } from './support/readme-site.ts';
import { inRepository } from '../../support/repository.ts';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { StaticSite } from '../support/static-site.ts';
import { words } from '../../support/words.ts';

/** The sentence of the policy that the documents print, with the backend's and the service's origins in it. */
const policyFor = (backend: string, service: string) =>
  `default-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self' ${backend} ${service}; ` +
  `img-src 'self' ${service}; media-src 'self' blob: ${service}; require-trusted-types-for 'script'`;

describe('a page whose backend has another origin', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  before(async () => {
    [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium()]);
  });
  after(async () => {
    await browser.close();
    await sandbox.end();
  });

  /** Opens a page with an uploader on one port of a host, and the README's backend on another one. */
  async function withPage(
    attributes: string,
    use: (page: Awaited<ReturnType<Browser['newPage']>>, backend: string) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext();
    const page = await context.newPage();
    // The page's port is known first: the backend has to name it.
    let html = '';
    let policy = '';
    const shop = await StaticSite.serve({
      folder: inRepository('dist/cdn'),
      page: () => html,
      headers: () => ({ 'content-security-policy': policy }),
    });
    const site = await ReadmeSite.start({ url: sandbox.url, apiKey: KEY }, "[['abc', 'user-1']]", [
      shop.origin,
    ]);
    const backend = `${site.url}/vh`;
    policy = policyFor(site.url, sandbox.url);
    html =
      `<!doctype html><title>shop</title><script type="module" src="/vh-elements.js"></script>` +
      `<vh-uploader backend="${backend}" ${attributes}></vh-uploader><vh-player backend="${backend}" ${attributes}></vh-player>`;
    try {
      await context.addCookies([{ name: 'session', value: 'abc', url: site.url }]);
      await page.goto(shop.origin);
      await page.locator('vh-uploader input[type=file]').setInputFiles(inRepository('demo/media/sample.mp4'));
      await use(page, backend);
    } finally {
      await context.close();
      shop.close();
      await site.end();
    }
  }

  it("uploads with the visitor's cookies, and asks for a playback with them", () =>
    withPage('credentials="include"', async (page, backend) => {
      const id = await page.evaluate(
        () =>
          new Promise<string>((resolve) =>
            document
              .querySelector('vh-uploader')
              ?.addEventListener('vh-upload-done', (event) => resolve(event.video.videoId)),
          ),
      );
      const asked = page.waitForRequest(`${backend}/playback/videos/${id}`);
      await page.evaluate(
        (videoId) => document.querySelector('vh-player')?.setAttribute('video-id', videoId),
        id,
      );
      assert.match((await (await asked).allHeaders())['cookie'] ?? '', /session=abc/);
    }));

  it('asks a visitor without cookies to sign in, without naming an ended session', () =>
    withPage('', async (page) => {
      await page.getByText(words('uploader.notAllowed')).first().waitFor();
    }));
});

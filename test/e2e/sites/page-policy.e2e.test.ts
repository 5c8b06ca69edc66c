import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { cells } from '../../support/division.ts';
import { itWithAll } from '../../support/it-with-all.ts';
import { inRepository } from '../../support/repository.ts';
import { StaticSite } from '../support/static-site.ts';
import { words } from '../../support/words.ts';

declare global {
  interface Window {
    /** What the browser has reported of the page's policy, and the codes of the elements' errors. */
    violations: { directive: string; address: string }[];
    failures: string[];
  }
}

const FILM = inRepository('demo/media/sample.mp4');
/** Milliseconds in which tries that go on would be seen. */
const LONG_MS = 5 * 60_000;

/** An address at which nobody answers. */
async function deadOrigin(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${String(port)}`;
}

describe('a page whose policy lacks an origin', () => {
  let browser: Browser;
  let other: string;
  before(async () => {
    [browser, other] = await Promise.all([launchChromium(), deadOrigin()]);
  });
  after(() => browser.close());

  /** Opens a page with that element under that policy, on a clock that tests move. */
  async function open(
    t: TestContext,
    element: string,
    { policy, header = 'content-security-policy' }: { policy: string; header?: string },
  ): Promise<{ page: Page; own: string[] }> {
    const site = await StaticSite.serve({
      folder: inRepository('dist/cdn'),
      page: `<!doctype html><title>A page</title><script type="module" src="/vh-elements.js"></script>${element}`,
      headers: { [header]: policy },
    });
    const page = await browser.newPage();
    t.after(async () => {
      await page.close();
      site.close();
    });
    const own: string[] = [];
    page.on('console', (line) => line.text().startsWith('vh-elements:') && own.push(line.text()));
    await page.addInitScript(() => {
      window.violations = [];
      window.failures = [];
      addEventListener('securitypolicyviolation', ({ effectiveDirective: directive, blockedURI: address }) =>
        window.violations.push({ directive, address }),
      );
      addEventListener('vh-error', ({ error }) => window.failures.push(error.code), true);
    });
    await page.clock.install();
    await page.goto(site.origin);
    return { page, own };
  }

  /** The element has failed in its first try: with that code, one line, and no further request. */
  async function checkEnd(
    page: Page,
    own: readonly string[],
    ...directives: readonly string[]
  ): Promise<void> {
    await page.waitForFunction(() => window.failures.length > 0);
    await page.clock.runFor(LONG_MS);
    assert.deepEqual(await page.evaluate(() => window.failures), ['blocked-by-policy']);
    const violations = await page.evaluate(() => window.violations);
    const requests = violations.filter(({ address }) => address.startsWith(other));
    assert.deepEqual(
      requests.map((one) => one.directive),
      directives,
    );
    // The browser tells its driver of a line a moment later.
    await eventually(() => own[0]);
    assert.deepEqual(own, [
      `vh-elements: blocked-by-policy: The page's CSP lacks ${other} in ${String(directives[0])}: add it.` +
        ' See docs/errors.md#blocked-by-policy in the package vh-elements',
    ]);
  }

  const strict = "default-src 'self'; media-src 'self' blob:";

  for (const [what, attributes] of cells([
    ['the service', (origin: string) => `base-url="${origin}" token="to1SecretOfThePage"`],
    ['the page backend', (origin: string) => `backend="${origin}/vh"`],
  ] as const))
    it(`ends an upload in its first try (${what})`, async (t) => {
      const { page, own } = await open(t, `<vh-uploader ${attributes(other)}></vh-uploader>`, {
        policy: strict,
      });
      await page.locator('vh-uploader input[type=file]').setInputFiles(FILM);
      await page.getByText(words('uploader.notSetUp')).first().waitFor();
      await checkEnd(page, own, 'connect-src');
    });

  for (const [what, attributes, ...directives] of cells([
    ['the page backend', 'video-id="vi1" backend="ORIGIN/vh"', 'connect-src'],
    // The browser's own playback, which has another directive, is tried, too.
    ['a playlist', 'src="ORIGIN/film/secret/manifest.m3u8?token=secret"', 'connect-src', 'media-src'],
    ['a file', 'src="ORIGIN/film/secret/film.mp4?token=secret"', 'media-src'],
  ] as const))
    it(`ends a playback in its first try (${what})`, async (t) => {
      const { page, own } = await open(
        t,
        `<vh-player load="now" ${attributes.replace('ORIGIN', other)}></vh-player>`,
        { policy: strict },
      );
      await page.waitForFunction(() => customElements.get('vh-player') !== undefined);
      // The browser refuses it once the failure is known.
      await page.evaluate(
        () =>
          void document
            .querySelector('vh-player')
            ?.play()
            .catch(() => {}),
      );
      await page.getByText(words('player.broken')).first().waitFor();
      await checkEnd(page, own, ...directives);
    });

  itWithAll('changes nothing where the policy only reports', async (t) => {
    const { page, own } = await open(
      t,
      `<vh-uploader base-url="${other}" token="to1SecretOfThePage"></vh-uploader>`,
      { policy: strict, header: 'content-security-policy-report-only' },
    );
    await page.locator('vh-uploader input[type=file]').setInputFiles(FILM);
    await page.waitForFunction(() => window.violations.length > 0);
    await page.clock.runFor(LONG_MS);
    await page.waitForFunction(() => window.violations.length > 3);
    await page.getByText(words('uploader.noConnection')).first().waitFor();
    assert.deepEqual(await page.evaluate(() => window.failures), []);
    assert.deepEqual(own, []);
  });
});

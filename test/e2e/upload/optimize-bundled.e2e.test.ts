import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { launchChromium } from '../support/browser.ts';
import { bundledElement } from '../../support/package/bundled-element.ts';
import { bundlers } from '../../support/package/bundlers.ts';
import { inRepository } from '../../support/repository.ts';
import { basic, KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { StaticSite } from '../support/static-site.ts';
import { StrictPage } from '../support/strict-page.ts';
import { words } from '../../support/words.ts';

const film = inRepository('test/media/dusk.mp4');
const POLICY = "default-src 'self'; style-src 'self'; connect-src *";

describe('<vh-uploader optimize> on a page', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  before(async () => {
    [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium()]);
  });
  after(async () => {
    await browser.close();
    await sandbox.end();
  });

  const uploader = async () =>
    `<vh-uploader optimize="100p 20k" base-url="${sandbox.url}" token="${await sandbox.token()}"></vh-uploader>`;
  const pageWith = async (script: string) =>
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><body>${await uploader()}` +
    `<script type="module" src="${script}"></script></html>`;

  /** Opens a page and chooses the film. */
  const choose = async (t: TestContext, site: StaticSite, prepare?: (page: Page) => Promise<unknown>) => {
    t.after(() => site.close());
    const page = await browser.newPage();
    t.after(() => page.close());
    await StrictPage.watch(page);
    await prepare?.(page);
    await page.goto(site.origin);
    await page.locator('vh-uploader:defined').waitFor();
    await page.locator('input[type=file]').setInputFiles(film);
    return page;
  };
  /** What the service has got. */
  const stored = async (page: Page) => {
    const source = `${sandbox.url}/videos/${await StrictPage.stored(page)}/source`;
    return (await fetch(source, { headers: { authorization: basic(KEY) } })).blob();
  };
  const isSmaller = async (page: Page) => {
    const blob = await stored(page);
    assert.ok(blob.size < (await stat(film)).size / 1.1, `${String(blob.size)} bytes arrived`);
    assert.equal((await inspectFile(blob, { timeoutMs: 60_000 })).height, 100);
  };

  describe('that a bundler has built for production', () => {
    const built: Record<string, string> = {
      'esbuild': '/entry.js',
      'as Turbopack': '/entry.js',
      'vite': '/assets/entry.js',
      'webpack': '/main.js',
    };
    for (const name of Object.keys(bundlers)) {
      it(`sends a smaller film: ${name}`, { timeout: 180_000 }, async (t) => {
        const folder = await bundledElement('vh-uploader', name);
        const headers = { 'content-security-policy': POLICY };
        const page = await pageWith(await entryOf(folder, built[name] ?? ''));
        await isSmaller(await choose(t, await StaticSite.serve({ folder, page, headers })));
      });
    }
  });

  describe('whose script comes from another origin', () => {
    const open = async (t: TestContext, policy?: (cdn: string) => string) => {
      const cdn = await StaticSite.serve({
        folder: inRepository('dist/cdn'),
        headers: { 'access-control-allow-origin': '*' },
      });
      t.after(() => cdn.close());
      const page = await pageWith(`${cdn.origin}/vh-elements.js`);
      const headers = policy ? { 'content-security-policy': policy(cdn.origin) } : {};
      return choose(t, await StaticSite.serve({ folder: consumerless, page, headers }));
    };
    const consumerless = inRepository('test/media');

    it('sends a smaller film', { timeout: 120_000 }, async (t) => {
      await isSmaller(await open(t));
    });

    it('sends a smaller film as far as `worker-src` allows', { timeout: 120_000 }, async (t) => {
      const policy = (cdn: string) =>
        `default-src 'self'; script-src ${cdn}; worker-src blob:; connect-src *; require-trusted-types-for 'script'; trusted-types vh-elements lit-html`;
      await isSmaller(await open(t, policy));
    });
  });

  it(
    'says so where the page allows no worker, and sends the film as it is',
    { timeout: 120_000 },
    async (t) => {
      const folder = inRepository('dist/cdn');
      const headers = { 'content-security-policy': `${POLICY}; worker-src 'none'` };
      const site = await StaticSite.serve({ folder, page: await pageWith('/vh-elements.js'), headers });
      let release: (() => void) | undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const page = await choose(t, site, (fresh) =>
        fresh.route(/\/upload(\?|$)/, async (route) => {
          await released;
          await route.continue();
        }),
      );
      // The row shows it, and a screen reader announces it.
      await page.getByText(words('uploader.fullSize')).first().waitFor();
      release?.();
      const blob = await stored(page);
      assert.deepEqual(Buffer.from(await blob.arrayBuffer()), await readFile(film));
    },
  );
});

/** The address of a build's entry: Vite adds a hash to its name. */
async function entryOf(folder: string, wanted: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).map((name) => `/${name}`);
  const [, start = '', end = ''] = /^(.*)(\.js)$/.exec(wanted) ?? [];
  const found = names.find((name) => name.startsWith(start) && name.endsWith(end));
  assert.ok(found, `${wanted} in ${names.join()}`);
  return found;
}

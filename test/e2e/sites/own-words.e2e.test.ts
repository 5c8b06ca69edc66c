import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { bundlers } from '../../support/package/bundlers.ts';
import { Consumer } from '../../support/package/consumer.ts';
import { blockWith } from '../../support/doc-blocks.ts';
import { inRepository } from '../../support/repository.ts';
import { StaticSite } from '../support/static-site.ts';
import { words } from '../../support/words.ts';

const STRICT = "default-src 'self'; style-src 'self'; require-trusted-types-for 'script'";

describe('the texts that docs/theming.md changes', () => {
  let browser: Browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser.close());

  const open = async (t: TestContext, folder: string, tag: string, lang: string): Promise<Page> => {
    const site = await StaticSite.serve({
      folder,
      headers: { 'content-security-policy': STRICT },
      page: `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>A page</title><vh-uploader></vh-uploader><vh-player heading="Dusk" src="/none.mp4" load="intent"></vh-player>${tag}</html>`,
    });
    t.after(() => site.close());
    const page = await browser.newPage();
    t.after(() => page.close());
    page.on('pageerror', (error) => assert.fail(error));
    await page.goto(site.origin);
    return page;
  };

  it('are shown, as npm installs the package and esbuild builds the page', async (t) => {
    const { folder } = await Consumer.create('own-words').then(async (consumer) => {
      const elements = ['uploader', 'player'].map((name) => `import 'vh-elements/define/vh-${name}.js';`);
      await consumer.write({
        'entry.js': [...elements, blockWith('docs/theming.md', 'configure({').text].join('\n'),
      });
      return consumer;
    });
    await bundlers['esbuild']?.(folder, 'entry.js', `${folder}/out`);
    const tag = '<script type="module" src="/entry.js"></script>';
    const page = await open(t, `${folder}/out`, tag, 'en');
    await page.getByText('Choose your application video').waitFor();
    await page.getByRole('button', { name: 'Watch Dusk' }).waitFor();
    await page.getByText(words('uploader.drop')).waitFor();
    const german = await open(t, `${folder}/out`, tag, 'de');
    await german.getByText('Bewerbungsvideo auswählen').waitFor();
  });

  it('are shown by the script tag, and no other before them', async (t) => {
    const { text } = blockWith('docs/theming.md', 'data-words');
    const tag = text.replace('/vh-elements/', '/');
    const page = await open(t, inRepository('dist/cdn'), tag, 'en');
    await page.locator('vh-uploader:defined').waitFor();
    assert.equal(await page.getByText('Choose your application video').count(), 1);
  });

  it('that are no JSON are named on the console, and the elements work', async (t) => {
    const lines: string[] = [];
    const context = await browser.newContext();
    t.after(() => context.close());
    const site = await StaticSite.serve({
      folder: inRepository('dist/cdn'),
      page: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><vh-uploader></vh-uploader><script type="module" src="/vh-elements.js" data-words="{en}"></script></html>`,
    });
    t.after(() => site.close());
    const page = await context.newPage();
    page.on('console', (message) => lines.push(message.text()));
    const reported = page.waitForEvent('console', (message) => message.text().includes('data-words'));
    await page.goto(site.origin);
    assert.match((await reported).text(), /^vh-elements: invalid-use: data-words .* is not JSON\./);
    await page.getByText(words('uploader.choose')).waitFor();
  });
});

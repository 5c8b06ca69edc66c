import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { launchChromium } from '../support/browser.ts';
import { basic, KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { StrictPage } from '../support/strict-page.ts';

const film = new URL('../../../../test/media/dusk.mp4', import.meta.url).pathname;

describe('<vh-uploader optimize>', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  before(async () => {
    [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium()]);
  });
  after(async () => {
    await browser.close();
    await sandbox.end();
  });

  it('sends a smaller film, under a strict policy', { timeout: 120_000 }, async (t) => {
    const token = await sandbox.token();
    const site = await StrictPage.serve(
      `<vh-uploader optimize="100p 20k" base-url="${sandbox.url}" token="${token}"></vh-uploader>`,
    );
    t.after(() => site.close());
    const page = await browser.newPage();
    await StrictPage.watch(page);
    await page.goto(site.url);
    await page.locator('input[type=file]').setInputFiles(film);
    const headers = { authorization: basic(KEY) };
    const source = `${sandbox.url}/videos/${await StrictPage.stored(page)}/source`;
    const info = await inspectFile(await (await fetch(source, { headers })).blob(), { timeoutMs: 60_000 });
    assert.equal(info.height, 100);
    assert.equal(info.audioCodec, 'mp4a.40.2');
    assert.deepEqual(await site.refusals(page), []);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { ReadmeSite } from './support/readme-site.ts';
import { inRepository } from '../../support/repository.ts';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const file = { name: 'film.mp4', size: 5, type: 'video/mp4' };

describe('the site that the README shows', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  before(async () => {
    [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium()]);
  });
  after(async () => {
    await browser.close();
    await sandbox.end();
  });

  it('runs as it stands, and refuses uploads of visitors whom it does not know', async () => {
    const site = await ReadmeSite.start({ url: sandbox.url, apiKey: KEY });
    try {
      const answer = await fetch(`${site.url}/vh/grants`, {
        method: 'POST',
        headers: {
          'origin': site.url,
          'content-type': 'application/json',
          'x-vh-request': '1',
          'cookie': 'session=abc',
        },
        body: JSON.stringify({ action: 'upload', file }),
      });
      assert.equal(answer.status, 403);
      assert.match(await answer.text(), /grant-refused/);
    } finally {
      await site.end();
    }
  });

  it('uploads a video of a visitor whom it knows, and plays it', async () => {
    const site = await ReadmeSite.start({ url: sandbox.url, apiKey: KEY }, "[['abc', 'user-1']]");
    const context = await browser.newContext();
    try {
      await context.addCookies([{ name: 'session', value: 'abc', url: site.url }]);
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(site.url);
      await page.locator('vh-uploader input[type=file]').setInputFiles(inRepository('demo/media/sample.mp4'));
      await page.locator('vh-player[video-id]').getByRole('button', { name: /play/i }).first().click();
      await page.waitForFunction(() => {
        const media = document.querySelector<HTMLElement & { media: HTMLVideoElement }>('vh-player')?.media;
        return media !== undefined && media.currentTime > 0;
      });
      assert.deepEqual(errors, []);
    } finally {
      await context.close();
      await site.end();
    }
  });
});

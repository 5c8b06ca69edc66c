import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import type {} from '../../../src/define/vh-uploader.ts';
import { SiteBeforeWorker } from './support/site-before-worker.ts';
import { Workers } from '../../support/backend/workers.ts';
import { launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { inRepository } from '../../support/repository.ts';
import { STORES } from '../../support/stores/shared-store.ts';
import { words } from '../../support/words.ts';

const FILM = inRepository('demo/media/sample.mp4');
const [BUSY = ''] = words('uploader.busy').split('.');
const PAGE = `<!doctype html><html lang="en"><title>A page</title>
<script type="module" src="/vh-elements.js"></script><vh-uploader backend="/vh"></vh-uploader>`;

declare global {
  interface Window {
    ended: string[];
  }
}

STORES.redis.describe('an uploader whose backend has lost its Redis', () => {
  let workers: Workers;
  let browser: Browser;
  let site: SiteBeforeWorker;
  before(async () => {
    [workers, browser] = await Promise.all([Workers.start('Node', 1), launchChromium()]);
    site = await SiteBeforeWorker.start(workers.url(0), PAGE);
  });
  after(async () => {
    site.close();
    await browser.close();
    await workers.end();
  });

  /** A page that notes how its uploads end. */
  async function openPage(): Promise<Page> {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      window.ended = [];
      addEventListener('vh-upload-done', ({ video }) => window.ended.push(video.videoId), true);
      addEventListener('vh-error', ({ error }) => window.ended.push(error.code), true);
    });
    await page.goto(site.url);
    await page.locator('vh-uploader:defined').waitFor();
    return page;
  }

  it('waits with a kind word, and uploads the whole file into one video once Redis is back', async () => {
    const page = await openPage();
    const store = workers.store?.process;
    await store?.stop();
    await page.locator('vh-uploader input[type=file]').setInputFiles(FILM);
    await page.getByText(BUSY).first().waitFor();
    assert.deepEqual(await page.evaluate(() => window.ended), []);
    await store?.start();
    const [videoId = ''] = await eventually(async () => {
      const ended = await page.evaluate(() => window.ended);
      return ended.length > 0 ? ended : undefined;
    });
    const { ingest } = await workers.service.statusWhen(videoId, (status) => status.ingest !== null);
    assert.deepEqual(
      [await page.evaluate(() => window.ended), await workers.videos(), ingest?.filesize],
      [[videoId], 1, (await readFile(FILM)).length],
    );
    await page.close();
  });
});

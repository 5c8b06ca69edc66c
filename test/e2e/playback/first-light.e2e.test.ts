import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { DemoProcess } from '../support/demo-process.ts';
import { DemoPage } from '../support/demo-page.ts';
import { itWithAll } from '../../support/it-with-all.ts';
import { keptInBrowser } from '../support/stored-in-browser.ts';
import { writeLongVideo } from './support/long-video.ts';

const KEY = 'canary-key-8d41f0';

describe('the whole path, through the page', () => {
  let demo: DemoProcess;
  let browser: Browser;
  let folder: string;
  let file: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vh-first-light-'));
    file = path.join(folder, 'thirty-megabytes.mp4');
    [demo, browser] = await Promise.all([DemoProcess.start('--api-key', KEY), launchChromium()]);
    await writeLongVideo(file, 30_000_000);
  });

  after(async () => {
    await browser.close();
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('uploads 30 MB in parts, plays it, and reads its events back, with the key nowhere in the browser', async () => {
    const page = await DemoPage.open(browser, await demo.url());
    await page.chooseFile(file);
    const videoId = await page.uploadDone();
    assert.match(videoId, /^vi[A-Za-z0-9]{22}$/);
    assert.ok(page.parts().length >= 2, `sent in ${String(page.parts().length)} parts`);
    assert.equal(await storedHash(await demo.url(), videoId), await hashOf(createReadStream(file)));
    assert.ok((await stat(file)).size >= 30_000_000);

    await page.playerShows(videoId);
    await page.pressPlay();
    await page.framesAdvance();
    await page.eventsArrive('play');

    assert.deepEqual(page.violations, [], 'the content security policy holds');
    assert.deepEqual(page.errors, [], 'the console has no error');
    const reported = await page.everythingSeen();
    assert.ok(reported.includes(videoId), 'the search looks where things are');
    assert.ok(!reported.includes(KEY), 'the API key is nowhere in the browser');
    assert.ok(!reported.includes(Buffer.from(`${KEY}:`).toString('base64')), 'nor in its Basic form');
    await page.close();
  });

  itWithAll('keeps the upload token out of storage, the DOM and the page address', async () => {
    const page = await DemoPage.open(browser, await demo.url());
    await page.chooseFile(file);
    await page.uploadDone();
    const token = page.uploadToken();
    assert.ok(token);
    const kept = await keptInBrowser(page.page);
    assert.ok(!kept.includes(token));
    await page.close();
  });
});

async function storedHash(url: string, videoId: string): Promise<string> {
  const response = await fetch(`${url}videos/${videoId}/source`, {
    headers: { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` },
  });
  assert.equal(response.status, 200);
  assert.ok(response.body);
  return hashOf(response.body);
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

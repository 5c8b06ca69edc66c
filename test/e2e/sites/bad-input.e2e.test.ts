import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { DemoPage } from '../support/demo-page.ts';
import { DemoProcess } from '../support/demo-process.ts';
import { eventually } from '../../support/eventually.ts';

const KEY = 'the-bad-input-key';
const bytes = (text: string, name: string) => ({ name, mimeType: 'video/mp4', buffer: Buffer.from(text) });

describe('bad input through the page', () => {
  let demo: DemoProcess;
  let browser: Browser;
  let url: string;

  before(async () => {
    [demo, browser] = await Promise.all([DemoProcess.start('--api-key', KEY), launchChromium()]);
    url = await demo.url();
  });

  after(async () => {
    await browser.close();
    await demo.stop();
  });

  /** Opens the page with an uploader that goes to the service with a token of its own. */
  async function withToken(token: string): Promise<DemoPage> {
    const page = await DemoPage.open(browser, url);
    await page.page.locator('vh-uploader').evaluate(
      (uploader, [baseUrl, value]) => {
        uploader.removeAttribute('backend');
        uploader.setAttribute('base-url', baseUrl ?? '');
        uploader.setAttribute('token', value ?? '');
      },
      [url.replace(/\/$/, ''), token],
    );
    return page;
  }

  async function makeToken(ttl: number): Promise<string> {
    const response = await fetch(`${url}upload-tokens`, {
      method: 'POST',
      headers: { 'authorization': `Basic ${btoa(`${KEY}:`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ttl }),
    });
    return ((await response.json()) as { token: string }).token;
  }

  it('takes a good token (without which the refusals below prove nothing)', async () => {
    const page = await withToken(await makeToken(0));
    await page.chooseFile(bytes('not really a video', 'notes.mp4'));
    assert.match(await page.uploadDone(), /^vi/);
    await page.close();
  });

  it('says that a token is wrong', async () => {
    const page = await withToken('to0000000000000000000000');
    await page.chooseFile(bytes('some bytes', 'clip.mp4'));
    assert.ok(['token-invalid', 'token-expired'].includes(await page.uploadFails()));
    await page.close();
  });

  it('says that a token is no longer good, and keeps the file for another try', async () => {
    const token = await makeToken(0);
    const response = await fetch(`${url}upload-tokens/${token}`, {
      method: 'DELETE',
      headers: { authorization: `Basic ${btoa(`${KEY}:`)}` },
    });
    assert.equal(response.status, 204);
    const page = await withToken(token);
    await page.chooseFile(bytes('some bytes', 'clip.mp4'));
    assert.ok(['token-invalid', 'token-expired'].includes(await page.uploadFails()));
    await page.page.locator('vh-uploader').getByText('clip.mp4').waitFor();
    await page.close();
  });

  it('says that the time of a token has run out', async () => {
    const token = await makeToken(1);
    await eventually(async () => {
      const response = await fetch(`${url}upload-tokens/${token}`, {
        headers: { authorization: `Basic ${btoa(`${KEY}:`)}` },
      });
      return response.status === 404 ? true : undefined;
    });
    const page = await withToken(token);
    await page.chooseFile(bytes('some bytes', 'clip.mp4'));
    assert.ok(['token-invalid', 'token-expired'].includes(await page.uploadFails()));
    await page.close();
  });

  it('reports an empty file, and requests no grant', async () => {
    const page = await DemoPage.open(browser, url);
    await page.chooseFile(bytes('', 'empty.mp4'));
    assert.equal(await page.uploadFails(), 'file-empty');
    assert.deepEqual(page.parts(), []);
    await page.close();
  });

  it('stores a text file that is named like a video, and says that it is none', async () => {
    const page = await DemoPage.open(browser, url);
    await page.chooseFile(bytes('Dear diary, this is not a film.', 'diary.mp4'));
    const videoId = await page.uploadDone();
    await page.page.waitForFunction(() =>
      window.uploaderEvents.some(({ code }) => code === 'processing-failed'),
    );
    const stored = await fetch(`${url}videos/${videoId}/source`, {
      headers: { authorization: `Basic ${btoa(`${KEY}:`)}` },
    });
    assert.equal(await stored.text(), 'Dear diary, this is not a film.');
    await page.close();
  });
});

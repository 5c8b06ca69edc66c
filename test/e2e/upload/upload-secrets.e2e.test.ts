import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page, Request } from 'playwright';
import type { Grant, UploadProtocol } from '../../../src/core/wire/grant.ts';
import { launchChromium } from '../support/browser.ts';
import { cells } from '../../support/division.ts';
import { PutServer } from '../../support/upload/faults/put-server.ts';
import { keptInBrowser } from '../support/stored-in-browser.ts';
import { StrictPage } from '../support/strict-page.ts';
import { UploadSite } from './support/upload-site.ts';
import { words } from '../../support/words.ts';

declare global {
  interface Window {
    overheard: string[];
  }
}

const timeout = 120_000;
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const EVENTS = ['file-accept', 'upload-start', 'upload-progress', 'upload-done', 'upload-playable', 'error'];

describe('the token of an upload', () => {
  let site: UploadSite;
  let store: PutServer;
  let browser: Browser;
  before(async () => {
    [site, store, browser] = await Promise.all([
      UploadSite.start(),
      PutServer.start(),
      launchChromium(...camera),
    ]);
  });
  after(async () => {
    await browser.close();
    await store.close();
    await site.end();
  });

  /** Uploads something, and looks for the token in the middle of it and at the end. */
  async function search(protocol: UploadProtocol, upload: (page: Page) => Promise<unknown>): Promise<void> {
    const token = await site.sandbox.token();
    const isSigned = protocol === 'put';
    // A signed address is the credential itself.
    const credential = isSigned
      ? { protocol, url: `${store.url}/session/film.mp4?signature=${token}` }
      : { protocol, token };
    const context = await browser.newContext();
    const requests: Request[] = [];
    const said: string[] = [];
    context.on('request', (request) => requests.push(request));
    context.on('console', (message) => said.push(message.text()));
    context.on('weberror', (error) => said.push(String(error.error().stack)));
    const page = await open(context, credential);
    await upload(page);
    await site.rests();
    const kept = await keptInBrowser(page);
    assert.ok(/upload|piece|parts/.test(kept), 'there is something to look through');
    assert.ok(!kept.includes(token), 'kept in the middle');
    await page.evaluate(() => document.querySelector('vh-uploader')?.resume());
    await StrictPage.stored(page);
    // Until the processing has ended, too: other files end in an error.
    const end = isSigned ? '^vh-upload-done' : '^vh-(error|upload-playable)';
    await page.waitForFunction((wanted) => window.overheard.some((text) => text.match(wanted)), end);
    assert.ok(!(await keptInBrowser(page)).includes(token), 'kept at the end');
    const reported = await page.evaluate(() => window.overheard);
    assert.ok(reported.some((text) => text.startsWith('vh-upload-done')));
    assert.deepEqual(
      [...said, ...reported].filter((text) => text.includes(token)),
      [],
    );
    await assertSentRightly(requests, token, credential.url ?? `${site.sandbox.url}/upload`);
    await context.close();
  }

  async function open(context: BrowserContext, credential: Partial<Grant>): Promise<Page> {
    const page = await site.visit(context, credential);
    await page.evaluate((types) => {
      window.overheard = [];
      const uploader = document.querySelector('vh-uploader');
      for (const type of types) {
        uploader?.addEventListener(`vh-${type}`, (event) => {
          const fields = Object.entries(event).map(([name, value]: [string, unknown]) => [
            name,
            value instanceof Error ? `${String(value.stack)} ${JSON.stringify(value)}` : value,
          ]);
          window.overheard.push(`${event.type} ${JSON.stringify(fields)}`);
        });
      }
    }, EVENTS);
    return page;
  }

  /** The token goes to the granted address only, and no address with it is handed on as a referrer. */
  async function assertSentRightly(requests: Request[], token: string, granted: string): Promise<void> {
    let sent = 0;
    for (const request of requests) {
      const { referer = '', ...headers } = await request.allHeaders();
      assert.ok(!referer.includes(token), 'a referrer');
      const url = new URL(request.url());
      const isGranted = url.href.startsWith(granted);
      const isShown = `${url.href} ${JSON.stringify(headers)}`.includes(token);
      assert.ok(isGranted || !isShown, url.pathname);
      if (isShown) sent++;
    }
    assert.ok(sent > 1, 'it was sent');
  }

  for (const protocol of cells(['parts', 'tus', 'put', 'ietf'] as const)) {
    it(`is nowhere but in the requests that need it (${protocol})`, { timeout }, async () => {
      const name = `secret-${protocol}.mp4`;
      const file = await site.file(name);
      await search(protocol, async (page) => {
        const session = await page.context().newCDPSession(page);
        await session.send('Network.enable');
        await UploadSite.setLine(session, false, 500_000);
        await page.locator('input[type=file]').setInputFiles(file);
        await page.waitForFunction(
          () => window.overheard.filter((text) => text.includes('progress')).length > 5,
        );
        await page.evaluate(() => document.querySelector('vh-uploader')?.pause());
        await UploadSite.setLine(session, false);
      });
      if (protocol === 'put') assert.equal(store.hashOf('/session/film.mp4'), hashOf(site.bytes));
      else assert.equal(await site.faultOf(name), undefined);
    });
  }

  it('is nowhere but there while it records', { timeout }, async () => {
    await search('parts', async (page) => {
      await page.evaluate(() => document.querySelector('vh-uploader')?.setAttribute('capture', 'camera'));
      await page.getByRole('button', { name: words('uploader.camera') }).click();
      await page.getByRole('button', { name: words('recorder.start') }).click();
      await page.getByText(/B uploaded/).waitFor();
      await page.evaluate(() => document.querySelector('vh-uploader')?.pause());
      await page.getByRole('button', { name: words('recorder.stop'), exact: true }).click();
      await page.getByRole('button', { name: words('recorder.keep') }).click();
    });
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { axeFaults, complaintsOf } from '../support/page-complaints.ts';
import { RawSocket } from '../../support/raw-socket.ts';
import { inRepository } from '../../support/repository.ts';
import { formOf, ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';

const TITLE = '<img src=x onerror="document.title=1">';

describe("the sandbox's own page", () => {
  let service: ServiceUnderTest;
  let browser: Browser;
  let page: Page;
  let errors: string[];

  before(async () => (browser = await launchChromium()));
  after(() => browser.close());
  beforeEach(async () => {
    service = await ServiceUnderTest.start();
    page = await browser.newPage();
    // A video without a thumbnail is no mistake of the page.
    errors = complaintsOf(page, { missingFiles: false });
    await page.goto(`${service.url}/_sandbox`);
  });
  afterEach(async () => {
    await page.close();
    await service.stop();
  });

  const upload = async (title: string) => {
    const { body } = await service.ask('POST', '/videos', { title });
    const tiny = await readFile(inRepository('test/media/tiny.mp4'));
    await service.ask('POST', `/videos/${String(body['videoId'])}/source`, formOf(tiny));
  };

  it('shows a video arrive, become playable, and its title as the text that it is', async () => {
    await page.getByText('No videos yet').waitFor();
    await upload(TITLE);
    await page.getByRole('link', { name: TITLE }).waitFor();
    await page.getByText('playable', { exact: true }).waitFor();
    assert.equal(await page.getByText('No videos yet').isVisible(), false);
    assert.equal(await page.title(), 'Sandbox');
    assert.deepEqual(errors, []);
  });

  it('shows an upload in flight, and an injected fault until it is removed', async () => {
    const { body } = await service.ask('POST', '/upload-tokens', {});
    const socket = await RawSocket.open(service.url);
    const head = `POST /upload?token=${String(body['token'])} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
    socket.send(`${head}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 4000000\r\n\r\n`);
    socket.send(Buffer.alloc(1_000_000));
    const bar = page.getByRole('progressbar');
    await bar.waitFor();
    await page.getByText(/1\.0 MB of 4\.0 MB/).waitFor();
    assert.ok(!(await page.content()).includes(String(body['token'])));
    socket.close();
    await bar.waitFor({ state: 'detached' });

    await service.ask('POST', '/_sandbox/faults', { act: { answer: { status: 500 } } });
    await page.getByRole('button', { name: 'End them all' }).click();
    await page.getByRole('heading', { name: 'Faults in force' }).waitFor({ state: 'hidden' });
    assert.equal((await service.ask('GET', '/videos')).status, 200);
  });

  it('can be operated by keyboard: filter, pause, resume', async () => {
    await service.ask('GET', '/players');
    await service.ask('GET', '/watermarks');
    await page.getByText('/watermarks').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('players');
    await page.getByText('/watermarks').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('p');
    const button = page.getByRole('button', { name: 'Go on' });
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('p');
    await service.ask('GET', '/players?pageSize=3');
    await page.getByText('/players?pageSize=3').waitFor();
  });

  it('keeps its policy, and has no fault that axe finds, light or dark', async () => {
    await upload('A video');
    await service.ask('GET', '/nowhere');
    await page.getByText('playable', { exact: true }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      assert.deepEqual(await axeFaults(page), []);
    }
    const { headers } = await service.fetch('/_sandbox');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
    assert.deepEqual(errors, []);
    for (const file of ['state.js', 'nothing.js', 'page.html']) {
      assert.equal((await service.fetch(`/_sandbox/assets/${file}`)).status, 404);
    }
  });
});

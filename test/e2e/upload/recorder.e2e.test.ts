import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import type {} from '../../../src/define/vh-uploader.ts';
import { SERVICE_LIMITS } from '../../../packages/vh-elements-sandbox/src/common/limits.ts';
import { launchChromium } from '../support/browser.ts';
import { itWithAll } from '../../support/it-with-all.ts';
import { basic, KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { StrictPage } from '../support/strict-page.ts';
import { words } from '../../support/words.ts';

const camera = ['--use-fake-device-for-media-stream=device-count=2', '--use-fake-ui-for-media-stream'];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Resolves when the recording is at least that long. */
const lasts = (page: Page, seconds: number) =>
  page.getByText(new RegExp(`^(0:0[${String(seconds)}-9]|0:[1-5]\\d|[1-9]\\d*:\\d\\d)$`)).waitFor();
/** Bytes of a part: so little that some leave within seconds. */
const PART = 100_000;

describe('<vh-uploader capture>', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let site: StrictPage;
  let context: BrowserContext;
  before(async () => {
    const limits = { ...SERVICE_LIMITS, partBytes: PART };
    [sandbox, browser] = await Promise.all([SandboxUnderTest.start({ limits }), launchChromium(...camera)]);
  });
  after(async () => {
    await browser.close();
    await sandbox.end();
  });
  afterEach(async () => {
    await context.close();
    site.close();
  });

  async function open(capture: string): Promise<Page> {
    const token = await sandbox.token();
    site = await StrictPage.serve(
      `<vh-uploader capture="${capture}" base-url="${sandbox.url}" token="${token}"></vh-uploader>`,
    );
    context = await browser.newContext();
    // The machine may be busy.
    context.setDefaultTimeout(90_000);
    return visit();
  }

  async function visit(): Promise<Page> {
    const page = await context.newPage();
    await StrictPage.watch(page);
    await page.goto(site.url);
    return page;
  }

  /** What the service has of the page's video, by the recording's own account. */
  async function stored(page: Page) {
    const videoId = await StrictPage.stored(page);
    const headers = { authorization: basic(KEY) };
    const answer = await fetch(`${sandbox.url}/videos/${videoId}/source`, { headers });
    return inspectFile(await answer.blob(), { timeoutMs: 60_000 });
  }

  it('records a camera into a video, and breaks no policy', { timeout: 120_000 }, async () => {
    const page = await open('camera');
    await button(page, words('uploader.camera')).click();
    await button(page, words('recorder.start')).click();
    await lasts(page, 2);
    await button(page, words('recorder.pause')).click();
    await button(page, words('recorder.resume')).click();
    await button(page, words('recorder.stop')).click();
    await button(page, words('recorder.keep')).click();
    const film = await stored(page);
    assert.equal(film.width, 1280);
    assert.ok((film.duration ?? 0) > 1, String(film.duration));
    assert.ok(film.audioCodec, 'with sound');
    assert.deepEqual(await site.refusals(page), []);
  });

  itWithAll(
    'records a screen, with the microphone only when it is wanted',
    { timeout: 120_000 },
    async () => {
      const page = await open('screen');
      await button(page, words('uploader.screen')).click();
      const microphone = button(page, words('recorder.microphone'));
      await microphone.click();
      await page
        .getByRole('button', { name: words('recorder.microphone'), exact: true, pressed: true })
        .waitFor();
      await button(page, words('recorder.start')).click();
      await lasts(page, 2);
      await button(page, words('recorder.stop')).click();
      await button(page, words('recorder.keep')).click();
      const film = await stored(page);
      assert.ok(film.videoCodec && film.audioCodec, 'a picture, and the room');
    },
  );

  it(
    'records the screen with the chosen camera in a corner of it, and has that camera on the next page',
    { timeout: 180_000 },
    async () => {
      const page = await open('screen camera');
      await button(page, words('uploader.screenCamera')).click();
      const cameras = (of: Page) => of.getByRole('combobox', { name: words('recorder.camera'), exact: true });
      await cameras(page).waitFor();
      const [first, second] = await cameras(page).locator('option').allTextContents();
      assert.ok(first && second && first !== second, `${String(first)}, ${String(second)}`);
      await cameras(page).selectOption({ label: second });
      await button(page, words('recorder.start')).waitFor();
      assert.equal(await cameras(page).locator('option:checked').textContent(), second);
      const corner = page.getByRole('combobox', { name: words('recorder.corner') });
      await corner.selectOption({ label: words('recorder.topLeft') });
      await button(page, words('recorder.start')).click();
      await lasts(page, 2);
      // In the recording, too.
      await corner.selectOption({ label: words('recorder.bottomRight') });
      await lasts(page, 3);
      await button(page, words('recorder.stop')).click();
      await button(page, words('recorder.keep')).click();
      const film = await stored(page);
      assert.ok(film.videoCodec && film.audioCodec, 'a picture, and the room');
      assert.ok((film.duration ?? 0) > 2, String(film.duration));
      assert.ok((film.width ?? 0) > 640, `as wide as a screen: ${String(film.width)}`);
      assert.deepEqual(await site.refusals(page), []);
      await page.close();
      const next = await visit();
      await button(next, words('uploader.screenCamera')).click();
      await button(next, words('recorder.start')).waitFor();
      assert.equal(await cameras(next).locator('option:checked').textContent(), second);
    },
  );

  itWithAll(
    'goes on recording without a network, and uploads all of it after that',
    { timeout: 120_000 },
    async () => {
      const page = await open('camera');
      await button(page, words('uploader.camera')).click();
      await button(page, words('recorder.start')).waitFor();
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await button(page, words('recorder.start')).click();
      await lasts(page, 3);
      await button(page, words('recorder.stop')).click();
      await button(page, words('recorder.keep')).click();
      await context.setOffline(false);
      const film = await stored(page);
      assert.ok((film.duration ?? 0) > 2, String(film.duration));
    },
  );

  it('resumes the same video after a crash, and sends no part twice', { timeout: 120_000 }, async () => {
    const page = await open('camera');
    await grantSmallParts(page);
    await button(page, words('uploader.camera')).click();
    await button(page, words('recorder.start')).click();
    await page.getByText(/B uploaded/).waitFor();
    await lasts(page, 4);
    const before = await videos();
    await page.close();
    const next = await visit();
    await grantSmallParts(next);
    const sent = countParts(next);
    await button(next, words('recorder.uploadLeft')).click();
    const film = await stored(next);
    // At most the last second, and what had not been written.
    assert.ok((film.duration ?? 0) > 2, String(film.duration));
    assert.equal((await videos()) - before, 0, 'no video more');
    assert.ok(sent.length > 0 && !sent.includes('part 1/*'), sent.join());
    assert.deepEqual(await site.refusals(next), []);
    const last = await visit();
    await button(last, words('uploader.camera')).waitFor();
    assert.equal(await button(last, words('recorder.uploadLeft')).count(), 0);
  });

  itWithAll('offers a recording again whose upload was cancelled', { timeout: 120_000 }, async () => {
    const page = await open('camera');
    await button(page, words('uploader.camera')).click();
    await button(page, words('recorder.start')).click();
    await lasts(page, 2);
    await page.evaluate(() => document.querySelector('vh-uploader')?.cancel());
    await button(page, words('recorder.uploadLeft')).click();
    assert.ok((await stored(page)).duration);
  });

  itWithAll('ends with a message when the page refuses it', { timeout: 120_000 }, async () => {
    const page = await open('camera" accept=".mov');
    await button(page, words('uploader.camera')).click();
    await button(page, words('recorder.start')).click();
    await button(page, words('uploader.another')).waitFor();
    await page.getByText('file-type-refused').waitFor({ state: 'attached' });
    assert.equal(await button(page, words('recorder.stop')).count(), 0);
  });

  itWithAll(
    'ends on its own at the longest duration that the page allows',
    { timeout: 120_000 },
    async () => {
      const page = await open('camera" max-duration="2');
      await button(page, words('uploader.camera')).click();
      await button(page, words('recorder.start')).click();
      await button(page, words('recorder.keep')).click();
      const film = await stored(page);
      assert.ok((film.duration ?? 0) > 1, String(film.duration));
    },
  );

  itWithAll('keeps a recording that its element was removed from', { timeout: 120_000 }, async () => {
    const page = await open('camera');
    await button(page, words('uploader.camera')).click();
    await button(page, words('recorder.start')).click();
    await lasts(page, 2);
    await page.evaluate(() => {
      const uploader = document.querySelector('vh-uploader');
      const parent = uploader?.parentElement;
      uploader?.remove();
      queueMicrotask(() => queueMicrotask(() => parent?.append(uploader ?? '')));
    });
    await button(page, words('recorder.uploadLeft')).click();
    assert.ok((await stored(page)).duration);
  });

  /** Lets parts leave that are smaller than the service's. */
  async function grantSmallParts(page: Page): Promise<void> {
    const grant = { url: `${sandbox.url}/upload`, token: await sandbox.token(), partSize: { min: PART } };
    await page.evaluate((right) => {
      Object.assign(document.querySelector('vh-uploader') ?? {}, { grant: { ...right, protocol: 'parts' } });
    }, grant);
  }

  async function videos(): Promise<number> {
    const { body } = await sandbox.ask('GET', '/videos');
    return Number(body['pagination']?.['itemsTotal']);
  }

  /** Which parts a page sends, as they leave. */
  function countParts(page: Page): string[] {
    const sent: string[] = [];
    page.on('request', (request) => {
      const range = request.headers()['content-range'];
      if (range !== undefined) sent.push(range);
    });
    return sent;
  }
});

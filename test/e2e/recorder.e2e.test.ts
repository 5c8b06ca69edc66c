import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright';
import { inspectFile } from '../../src/upload/inspect/inspect-file.ts';
import type {} from '../../src/define/vh-uploader.ts';
import { launchChromium } from '../support/browser.ts';
import { basic, KEY, SandboxUnderTest } from '../support/sandbox.ts';
import { StrictPage } from '../support/strict-page.ts';

const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Resolves when the recording is at least that long. */
const lasts = (page: Page, seconds: number) =>
  page.getByText(new RegExp(`^(0:0[${String(seconds)}-9]|0:[1-5]\\d|[1-9]\\d*:\\d\\d)$`)).waitFor();
const done = (page: Page) => page.waitForFunction(() => document.querySelector('vh-uploader')?.value);

describe('<vh-uploader capture>', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let site: StrictPage;
  let context: BrowserContext;
  before(async () => {
    [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium(...camera)]);
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
    return visit();
  }

  async function visit(): Promise<Page> {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const refused: string[] = [];
      addEventListener('securitypolicyviolation', (event) => refused.push(event.violatedDirective));
      Object.assign(window, { refused });
    });
    await page.goto(site.url);
    return page;
  }

  /** What the service has of the page's video, by the recording's own account. */
  async function stored(page: Page) {
    const videoId = await (await done(page)).jsonValue();
    const headers = { authorization: basic(KEY) };
    const answer = await fetch(`${sandbox.url}/videos/${String(videoId)}/source`, { headers });
    return inspectFile(await answer.blob(), { patience: 60_000 });
  }

  it('records a camera into a video, and breaks no policy', { timeout: 120_000 }, async () => {
    const page = await open('camera');
    await button(page, 'Record with the camera').click();
    await button(page, 'Start recording').click();
    await lasts(page, 2);
    await button(page, 'Pause').click();
    await button(page, 'Go on').click();
    await button(page, 'Stop').click();
    const film = await stored(page);
    assert.equal(film.width, 1280);
    assert.ok((film.duration ?? 0) > 1, String(film.duration));
    assert.ok(film.audioCodec, 'with sound');
    assert.deepEqual(await page.evaluate(() => (window as Window & { refused?: string[] }).refused), []);
  });

  it('records a screen, with the microphone only when it is wanted', { timeout: 120_000 }, async () => {
    const page = await open('screen');
    await button(page, 'Record the screen').click();
    const microphone = button(page, 'Microphone');
    await microphone.click();
    await page.getByRole('button', { name: 'Microphone', exact: true, pressed: true }).waitFor();
    await button(page, 'Start recording').click();
    await lasts(page, 2);
    await button(page, 'Stop').click();
    const film = await stored(page);
    assert.ok(film.videoCodec && film.audioCodec, 'a picture, and the room');
  });

  it(
    'goes on recording without a network, and uploads all of it after that',
    { timeout: 120_000 },
    async () => {
      const page = await open('camera');
      await button(page, 'Record with the camera').click();
      await button(page, 'Start recording').waitFor();
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await button(page, 'Start recording').click();
      await lasts(page, 3);
      await button(page, 'Stop').click();
      await context.setOffline(false);
      const film = await stored(page);
      assert.ok((film.duration ?? 0) > 2, String(film.duration));
    },
  );

  it('offers a recording again that was lost with its page', { timeout: 120_000 }, async () => {
    const page = await open('camera');
    await button(page, 'Record with the camera').click();
    await button(page, 'Start recording').click();
    await lasts(page, 4);
    await page.close();
    const next = await visit();
    await button(next, 'Upload it').click();
    const film = await stored(next);
    // At most the last second, and what had not been written.
    assert.ok((film.duration ?? 0) > 1, String(film.duration));
    const last = await visit();
    await button(last, 'Record with the camera').waitFor();
    assert.equal(await button(last, 'Upload it').count(), 0);
  });
});

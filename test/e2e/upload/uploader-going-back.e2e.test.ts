import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page, Route } from 'playwright';
import { KEEPS_PAGES, launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { inRepository } from '../../support/repository.ts';
import { SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { StrictPage } from '../support/strict-page.ts';
import { words } from '../../support/words.ts';

declare global {
  interface Window {
    cameBack?: boolean;
  }
}

describe('an uploader whose page is left and come back to', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let folder: string;
  let site: StrictPage;
  let context: BrowserContext;
  let page: Page;

  before(async () => {
    [sandbox, browser, folder] = await Promise.all([
      SandboxUnderTest.start(),
      launchChromium(KEEPS_PAGES),
      mkdtemp(path.join(tmpdir(), 'vh-back-')),
    ]);
  });
  after(async () => {
    await browser.close();
    await sandbox.end();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    const token = await sandbox.token();
    site = await StrictPage.serve(`<vh-uploader base-url="${sandbox.url}" token="${token}"></vh-uploader>`);
    context = await browser.newContext();
    page = await context.newPage();
    await StrictPage.watch(page);
    await page.goto(site.url);
    await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => (window.cameBack = persisted)));
  });
  afterEach(async () => {
    await context.close();
    site.close();
  });

  const choose = (file: string) => page.locator('vh-uploader input[type=file]').setInputFiles(file);

  async function goAndComeBack(): Promise<void> {
    await page.goto(`${site.url}page.css`);
    await page.goBack({ waitUntil: 'commit' });
    await page.getByRole('group').first().waitFor();
  }

  it('keeps no page from being kept, before and after an upload', { timeout: 60_000 }, async () => {
    await page.locator('vh-uploader').hover();
    await goAndComeBack();
    assert.equal(await page.evaluate(() => window.cameBack), true, 'before');
    await choose(inRepository('test/media/tiny.mp4'));
    await page.getByText(words('uploader.playable'), { exact: true }).first().waitFor();
    await page.evaluate(() => (window.cameBack = false));
    await goAndComeBack();
    assert.equal(await page.evaluate(() => window.cameBack), true, 'after');
    await page.getByText('tiny.mp4').waitFor();
  });

  it("shows a form's film to who comes back, and to nobody else", { timeout: 60_000 }, async (t) => {
    // A browser that keeps no page makes it anew, and restores its forms.
    const forgetful = await launchChromium();
    t.after(() => forgetful.close());
    page = await forgetful.newPage();
    const token = await sandbox.token();
    let visitor = 'anna';
    site.close();
    site = await StrictPage.serve(() => {
      const attributes = `name="film" subject="${visitor}" base-url="${sandbox.url}" token="${token}"`;
      return `<form><vh-uploader ${attributes}></vh-uploader></form>`;
    });
    await page.goto(site.url);
    await choose(inRepository('test/media/tiny.mp4'));
    await page.getByText(words('uploader.playable'), { exact: true }).first().waitFor();
    const submitted = () =>
      page.evaluate(() => [...new FormData(document.forms[0]).values()].filter(Boolean).length);
    await goAndComeBack();
    await page.getByText('tiny.mp4').waitFor();
    assert.equal(await submitted(), 1);
    visitor = 'ben';
    await goAndComeBack();
    assert.equal(await page.locator('vh-uploader').getAttribute('subject'), 'ben');
    assert.equal(await submitted(), 0);
    assert.equal(await page.getByText('tiny.mp4').count(), 0);
  });

  it('resumes an upload that was left unfinished', { timeout: 60_000 }, async () => {
    const film = path.join(folder, 'long.mp4');
    // Two parts and a bit.
    await writeFile(film, randomBytes(11 * 1024 * 1024));
    let asked = 0;
    const held: Route[] = [];
    // Everything after the first part is kept waiting, until the page is come back to.
    await context.route(/\/upload\?/, async (route) => {
      if (route.request().method() === 'POST' && asked++ > 0) held.push(route);
      else await route.continue();
    });
    await choose(film);
    await page.getByRole('progressbar').waitFor();
    await eventually(() => held[0]);
    await goAndComeBack();
    await context.unroute(/\/upload\?/);
    await Promise.all(held.map((route) => route.continue().catch(() => {})));
    // A browser may keep the page, and the upload with it; else it offers to resume.
    const offer = page.getByRole('button', { name: words('uploader.goOn') });
    await offer.or(page.getByRole('progressbar')).first().waitFor();
    if (await offer.isVisible()) await choose(film);
    await StrictPage.stored(page);
    const { text } = await sandbox.ask('GET', '/videos?title=long.mp4');
    assert.equal((JSON.parse(text) as { data: unknown[] }).data.length, 1);
  });
});

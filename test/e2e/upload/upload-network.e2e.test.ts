import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { StrictPage } from '../support/strict-page.ts';
import { UploadSite } from './support/upload-site.ts';
import { words } from '../../support/words.ts';

/** Bytes a second: the file takes some seconds, and each part a moment. */
const SLOW = 400_000;
const timeout = 120_000;
const choose = (page: Page, file: string) => page.locator('input[type=file]').setInputFiles(file);

describe('an upload, whatever becomes of its line and its tab', () => {
  let site: UploadSite;
  let browser: Browser;
  let context: BrowserContext;
  let token: string;
  before(async () => {
    [site, browser] = await Promise.all([UploadSite.start(), launchChromium()]);
    token = await site.sandbox.token();
  });
  after(async () => {
    await browser.close();
    await site.end();
  });
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(() => context.close());

  /** A tab in the middle of an upload, and the hand on its line. */
  async function begin(name: string): Promise<{ page: Page; session: CDPSession; file: string }> {
    const [page, file] = await Promise.all([site.visit(context, { token }), site.file(name)]);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await UploadSite.setLine(session, false, SLOW);
    await choose(page, file);
    await site.arrived(name, 3);
    return { page, session, file };
  }

  it('waits while the browser is offline, says so, and resumes when it is online', { timeout }, async () => {
    const { page, session } = await begin('offline.mp4');
    await UploadSite.setLine(session, true);
    await page.getByText(words('uploader.offline')).first().waitFor();
    await UploadSite.setLine(session, false);
    await StrictPage.stored(page);
    assert.equal(await site.faultOf('offline.mp4'), undefined);
    assert.deepEqual(await site.page.refusals(page), []);
  });

  it('resumes after the browser has frozen and thawed the tab', { timeout }, async () => {
    const { page, session } = await begin('frozen.mp4');
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    // The service answers the sent bytes after the connection is gone.
    await site.rests();
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await StrictPage.stored(page);
    assert.equal(await site.faultOf('frozen.mp4'), undefined);
  });

  it('is sent by one of three tabs, and by another when that one is closed', { timeout }, async () => {
    const { page, session, file } = await begin('tabs.mp4');
    // The first does not end before the others have come.
    await UploadSite.setLine(session, true);
    const others = await Promise.all([site.visit(context, { token }), site.visit(context, { token })]);
    for (const other of others) {
      await choose(other, file);
      await other.getByText(words('uploader.elsewhere')).first().waitFor();
    }
    await page.close();
    const ids = await Promise.all(others.map((other) => StrictPage.stored(other)));
    assert.equal(new Set(ids).size, 1);
    assert.equal(await site.faultOf('tabs.mp4'), undefined);
  });
});

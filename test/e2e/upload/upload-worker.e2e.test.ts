import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright';
import { eventually } from '../../support/eventually.ts';
import { PaddedFilm } from '../../support/sandbox/padded-film.ts';
import { basic, KEY } from '../../support/sandbox/sandbox.ts';
import { launchChromium } from '../support/browser.ts';
import { complaintsOf } from '../support/page-complaints.ts';
import { NavigationSite, PART } from './support/navigations/navigation-site.ts';
import {
  OWN_WORKER_SCRIPT,
  registeringScript,
  signingOutScript,
} from './support/navigations/register-worker.ts';
import { lookAtPage, type PageLook } from './support/navigations/visitor.ts';

const PARTS = 32;
const SIZE = PARTS * PART - 1000;
/** Of each connection: long enough for the changes of page. */
const LINE = { rtt: 10, speed: 100_000, resetEach: 0, seed: 1 };

describe('the upload worker', () => {
  let browser: Browser;
  let site: NavigationSite;
  let folder: string;
  let context: BrowserContext;
  let page: Page;
  let file: string;
  let complaints: string[][];
  let count = 0;
  let attributes = 'subject="you"';

  before(async () => {
    browser = await launchChromium();
    site = await NavigationSite.open();
    folder = await mkdtemp(path.join(tmpdir(), 'vh-upload-worker-'));
    site.script = await registeringScript();
  });

  after(async () => {
    await site.close();
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    file = path.join(folder, `worker-${String(++count)}.mp4`);
    await site.begin({ seed: count, size: SIZE }, attributes, LINE);
    await writeFile(file, site.film);
    context = await browser.newContext();
    complaints = [];
    await openTab();
    await page.locator('vh-uploader input[type=file]').setInputFiles(file);
    await received(2 * PART);
    await page.locator('html[data-held]').waitFor();
  });

  afterEach(async () => {
    await context.close();
    const faults = site.notes.filter(({ type }) => type === 'error' || type === 'fault');
    assert.deepEqual([...faults, ...complaints.flat()], []);
  });

  it('sends on when its tab is closed; the next page shows the stored video, and the form has its value', async () => {
    // Browsers end the worker about half a minute after the last page has gone.
    await received(SIZE - 12 * PART);
    await page.close();
    const videoId = await untilWhole();
    await openTab();
    await eventually(async () => (await look()).value === videoId || undefined);
    assert.equal((await look()).rows, 1);
    await untilNothingIsLeft();
    assert.equal((await site.videos(path.basename(file))).all, 1);
  });

  it('sends nothing of an upload that is paused; the next page shows it as paused', async () => {
    await page.locator('vh-uploader [part~=pause-button]').click();
    await page.locator('vh-uploader [part~=row][data-status=paused]').waitFor();
    const before = await site.settledParts();
    await follow('/read');
    await follow('/films');
    await page.locator('vh-uploader [part~=row][data-status=paused]').waitFor();
    assert.equal((await site.settledParts()).length, before.length);
    await page.locator('vh-uploader [part~=pause-button]').click();
    await untilWhole();
    await untilNothingIsLeft();
  });

  it('has nothing of an upload that is cancelled', async () => {
    await page.locator('vh-uploader [part~=cancel-button]').click();
    await eventually(async () => (await look()).rows === 0 || undefined);
    const before = await site.settledParts();
    await follow('/read');
    await follow('/films');
    await untilNothingIsLeft();
    const { rows, isOffered } = await look();
    assert.deepEqual({ rows, isOffered }, { rows: 0, isOffered: false });
    assert.equal((await site.settledParts()).length, before.length);
    assert.deepEqual((await site.videos(path.basename(file))).whole, []);
  });

  describe('of a list of several files', () => {
    before(() => void (attributes = 'subject="you" multiple concurrency="1"'));
    after(() => void (attributes = 'subject="you"'));

    it('sends those that waited for their turn, too, and the next page has all in their order', async () => {
      const waiting = await Promise.all(
        [1, 2].map(async (seed) => {
          const name = path.join(folder, `waiting-${String(count)}-${String(seed)}.mp4`);
          await writeFile(name, Buffer.concat([...new PaddedFilm(3 * PART, 1000 + seed).read(0, 3 * PART)]));
          return name;
        }),
      );
      const isHeld = page.waitForFunction(() => document.documentElement.dataset['held'] === '3');
      await page.locator('vh-uploader input[type=file]').setInputFiles(waiting);
      await isHeld;
      await follow('/read');
      for (const name of [file, ...waiting])
        await eventually(async () => (await site.videos(path.basename(name))).whole[0]);
      const ids = await Promise.all(
        [file, ...waiting].map(async (name) => {
          const { all, whole } = await site.videos(path.basename(name));
          assert.deepEqual([all, whole.length], [1, 1], name);
          const stored = await fetch(`${site.sandbox.url}/videos/${String(whole[0])}/source`, {
            headers: { authorization: basic(KEY) },
          });
          assert.ok((await readFile(name)).equals(Buffer.from(await stored.arrayBuffer())), name);
          return whole[0];
        }),
      );
      await follow('/films');
      await eventually(async () => (await look()).rows === 3 || undefined);
      const values = await page.evaluate(() => document.querySelector('vh-uploader')?.values);
      assert.deepEqual(values, ids);
      await untilNothingIsLeft();
    });
  });

  for (const subject of ['subject="you"', ''])
    describe(`at a sign-out, ${subject ? 'of a visitor with a name' : 'where nobody has a name'}`, () => {
      before(async () => {
        attributes = subject;
        site.script = `${await registeringScript()}${await signingOutScript()}`;
      });
      after(async () => {
        attributes = 'subject="you"';
        site.script = await registeringScript();
      });

      it('ends what it sends, and the next page has neither a file nor a row', async () => {
        await follow('/read');
        const left = await received(0);
        await received(left + PART);
        await signOut();
        const before = await site.settledParts();
        await follow('/films');
        await eventually(async () => (await look()).isReady || undefined);
        // A visitor with a name may choose the film again: that needs its file.
        if (subject) await eventually(async () => (await look()).isOffered || undefined);
        else await untilNothingIsLeft();
        const { rows, isOffered } = await look();
        assert.deepEqual({ rows, isOffered }, { rows: 0, isOffered: subject !== '' });
        await follow('/read');
        assert.equal((await site.settledParts()).length, before.length);
        assert.deepEqual((await site.videos(path.basename(file))).whole, []);
      });
    });

  describe("as a part of the site's own service worker, of which its pages say nothing to the library", () => {
    before(() => void (site.script = OWN_WORKER_SCRIPT));
    after(async () => void (site.script = await registeringScript()));

    it('sends on while a page without an uploader is shown, and the next page continues without a click', () =>
      changePages());
  });

  describe('of any folder, whose scope has none of the pages', () => {
    before(async () => {
      site.script = await registeringScript(
        `{ address: '/workers/upload-worker.js', scope: '/workers/none/' }`,
      );
    });
    after(async () => void (site.script = await registeringScript()));

    it('sends on between two pages, too', () => changePages());
  });

  async function changePages(): Promise<void> {
    await follow('/read');
    const left = await received(0);
    // Nobody else could send these.
    await received(left + 3 * PART);
    await follow('/films');
    await eventually(async () => (await look()).rows === 1 || undefined);
    const videoId = await untilWhole();
    await eventually(async () => (await look()).value === videoId || undefined);
    await untilNothingIsLeft();
  }

  async function openTab(): Promise<void> {
    page = await context.newPage();
    complaints.push(complaintsOf(page));
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
    await page.goto(`${site.origin}/upload`);
    await page.locator('html[data-worker=ready]').waitFor();
  }

  async function follow(to: string): Promise<void> {
    const arrival = page.waitForURL(`**${to}`);
    await Promise.all([arrival, page.locator(`nav a[href="${to}"]`).click({ noWaitAfter: true })]);
    await page.locator('html[data-worker=ready]').waitFor();
  }

  async function signOut(): Promise<void> {
    await page.evaluate(() => document.dispatchEvent(new Event('sign-out')));
    await page.locator('html[data-signed-out]').waitFor();
  }

  const look = (): Promise<PageLook> => page.evaluate(lookAtPage);

  /** The bytes that have arrived, once there are as many. */
  const received = (bytes: number): Promise<number> =>
    eventually(async () => {
      const now = NavigationSite.received(await site.parts());
      return now >= bytes ? now : undefined;
    });

  /** The one video, whole and with the bytes of the film; what came twice is bounded. */
  async function untilWhole(): Promise<string> {
    const title = path.basename(file);
    const videoId = await eventually(async () => (await site.videos(title)).whole[0]);
    const { all, whole } = await site.videos(title);
    assert.deepEqual({ all, whole: whole.length }, { all: 1, whole: 1 });
    assert.ok(await site.isIdentical(videoId));
    const again = Math.max(0, NavigationSite.received(await site.settledParts()) - SIZE) / PART;
    const broken = (await site.parts()).filter(({ state }) => state === 'broken').length;
    assert.ok(
      again <= broken,
      `${again.toFixed(1)} parts sent again, ${String(broken)} requests were broken off`,
    );
    return videoId;
  }

  const untilNothingIsLeft = (): Promise<unknown> =>
    eventually(async () => {
      const { records, copies } = await look();
      return (records.length === 0 && copies === 0) || undefined;
    });
});

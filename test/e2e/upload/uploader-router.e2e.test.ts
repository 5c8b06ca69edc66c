import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import { eventually } from '../../support/eventually.ts';
import { PaddedFilm } from '../../support/sandbox/padded-film.ts';
import { basic, KEY } from '../../support/sandbox/sandbox.ts';
import { rollDice } from '../../support/seeded.ts';
import { launchChromium } from '../support/browser.ts';
import { complaintsOf } from '../support/page-complaints.ts';
import { NavigationSite, PAGES, PART } from './support/navigations/navigation-site.ts';
import { routeViews } from './support/navigations/routing-script.ts';
import { lookAtPage } from './support/navigations/visitor.ts';

const dice = rollDice();
const CHANGES = 20;
const FILES = 3;
/** Of each connection: the uploads last for the changes of view. */
const LINE = { rtt: 10, speed: 150_000, resetEach: 0, seed: 1 };

describe('a page with a router, while files are uploaded', () => {
  let browser: Browser;
  let site: NavigationSite;
  let folder: string;
  let files: string[];
  let page: Page;
  let complaints: string[];

  before(async () => {
    browser = await launchChromium();
    site = await NavigationSite.open();
    folder = await mkdtemp(path.join(tmpdir(), 'vh-router-'));
    site.script = `(${String(routeViews)})()`;
    await site.begin({ seed: 1, size: PART }, 'subject="you" multiple concurrency="2"', LINE);
    files = await Promise.all(
      Array.from({ length: FILES }, async (_, index) => {
        const name = path.join(folder, `routed-${String(index)}.mp4`);
        const size = (4 + 3 * index) * PART + 123;
        await writeFile(name, Buffer.concat([...new PaddedFilm(size, dice.seed + index).read(0, size)]));
        return name;
      }),
    );
    page = await browser.newPage();
    complaints = complaintsOf(page);
    await page.goto(`${site.origin}/films`);
    await page.locator('html[data-routed]').waitFor();
  });
  after(async () => {
    await site.close();
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('shows them wherever an uploader of theirs appears, says how far they are, and makes one video of each', async () => {
    await page.locator('vh-uploader input[type=file]').setInputFiles(files);
    const status = page.locator('vh-upload-status [role=progressbar]');
    await status.waitFor();
    assert.ok(await isAskedBeforeLeaving(), 'leaving the page would lose them');
    let sent = 0;
    let steps = 0;
    for (let change = 0; change < CHANGES; change++) {
      const how = steps > 0 ? dice.pick(['link', 'link', 'back'] as const) : 'link';
      steps += how === 'link' ? 1 : -1;
      const to = dice.pick(PAGES);
      const before = page.url();
      if (how === 'link') await page.getByRole('link', { name: to, exact: true }).click();
      else await page.goBack();
      const here = new URL(page.url()).pathname;
      const step = `change ${String(change)}, ${how} from ${before} to ${here}`;
      await page.waitForFunction((pathname) => document.title === pathname, here);
      if (here === '/films') await rowsAre(FILES, step);
      if (here === '/upload') await rowsAre(0, step);
      const now = Number((await status.getAttribute('aria-valuenow').catch(() => null)) ?? sent);
      assert.ok(now >= sent, `${step}: ${String(now)} after ${String(sent)}`);
      sent = now;
    }
    const ids = await Promise.all(files.map((file) => storedOnce(file)));
    await page.getByRole('link', { name: '/films', exact: true }).click();
    await rowsAre(FILES, 'at the end');
    await eventually(async () => (await values())?.length === FILES || undefined);
    assert.deepEqual(await values(), ids, 'the form has them in their order');
    await eventually(async () => !(await isAskedBeforeLeaving()) || undefined);
    assert.deepEqual(complaints, []);
  });

  const values = () => page.evaluate(() => document.querySelector('vh-uploader')?.values);

  const rowsAre = (count: number, step: string) =>
    eventually(async () => ((await page.evaluate(lookAtPage)).rows === count ? true : undefined)).catch(() =>
      assert.fail(`${step}: there are not ${String(count)} rows`),
    );

  /** True where the page asks its visitor before it goes. */
  const isAskedBeforeLeaving = () =>
    page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

  /** The video of a file, which is there once, and has its bytes. */
  async function storedOnce(file: string): Promise<string | undefined> {
    await eventually(async () => (await site.videos(path.basename(file))).whole[0]);
    const { all, whole } = await site.videos(path.basename(file));
    assert.deepEqual([all, whole.length], [1, 1], file);
    const answer = await fetch(`${site.sandbox.url}/videos/${String(whole[0])}/source`, {
      headers: { authorization: basic(KEY) },
    });
    assert.ok((await readFile(file)).equals(Buffer.from(await answer.arrayBuffer())), file);
    return whole[0];
  }
});

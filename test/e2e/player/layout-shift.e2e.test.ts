import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { DemoProcess } from '../support/demo-process.ts';
import { watchLayout } from '../support/layout-shifts.ts';

const WIDTHS = [320, 1200];
const PAGES = ['', 'player.html', 'uploader.html', 'recorder.html', 'live.html'];

describe('the layout of a page while it loads', () => {
  let demo: DemoProcess;
  let browser: Browser;
  let url: string;
  before(async () => {
    [demo, browser] = await Promise.all([DemoProcess.start(), launchChromium()]);
    url = await demo.url();
  });
  after(async () => {
    await browser.close();
    await demo.stop();
  });

  /** Loads a page whose scripts come only after it has been painted; gives back what moved. */
  async function shiftsOf(name: string, width: number, styles = true): Promise<string[]> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.addInitScript(watchLayout);
    let letScriptsGo = () => {};
    const painted = new Promise<void>((resolve) => (letScriptsGo = resolve));
    await page.route('**/*.js', async (route) => {
      await painted;
      await route.continue();
    });
    if (!styles) {
      await page.route('**/*.css', async (route) => {
        const answer = await route.fetch();
        const css = (await answer.text()).replaceAll(':not(:defined)', ':not(*)');
        await route.fulfill({ response: answer, body: css });
      });
    }
    const loaded = page.goto(url + name, { waitUntil: 'load' });
    await page.locator('vh-uploader, vh-player').first().waitFor({ state: 'attached' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    assert.equal(
      await page.locator('vh-uploader:defined, vh-player:defined').count(),
      0,
      'no script ran yet',
    );
    letScriptsGo();
    await loaded;
    await page.locator('vh-uploader:defined, vh-player:defined').first().waitFor();
    await page.waitForLoadState('networkidle');
    // A picture is of what has been laid out.
    await page.screenshot();
    const shifts = await page.evaluate(() => window.layoutShifts());
    await page.close();
    return shifts;
  }

  for (const name of PAGES) {
    for (const width of WIDTHS) {
      it(`nothing moves on /${name} at ${width} px`, async () => {
        assert.deepEqual(await shiftsOf(name, width), []);
      });
    }
  }

  it('is moved by elements whose space is not reserved', async () => {
    assert.notDeepEqual(await shiftsOf('uploader.html', 1200, false), []);
  });
});

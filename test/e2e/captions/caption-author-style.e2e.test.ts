import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { PlayerPage } from '../support/player-page.ts';

const FILE = '/media/captions/styled.vtt';

describe('the styles of a file of captions on a strict page', () => {
  let browser: Browser;
  let site: PlayerPage;

  before(async () => {
    browser = await launchChromium();
    site = await PlayerPage.serve(
      `<vh-player src="/media/dusk.mp4" muted loop><track kind="captions" srclang="en" src="${FILE}" default></vh-player>`,
      { strict: true },
    );
  });
  after(async () => {
    await browser.close();
    site.close();
  });

  it('are read from the cache of the browser, and bring nothing else with them', async () => {
    const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
    const said: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(site.url);
    const player = page.locator('vh-player');
    await player.evaluate((element: HTMLMediaElement) => element.play());
    const sun = player.locator('b', { hasText: 'sun' });
    await eventually(
      async () =>
        (await sun.evaluate((element) => getComputedStyle(element).color)) === 'rgb(255, 128, 0)' ||
        undefined,
    );
    await player.evaluate((element: HTMLMediaElement) => element.pause());
    const voice = player.getByText('So it does.');
    assert.equal(await voice.evaluate((element) => getComputedStyle(element).fontStyle), 'italic');
    const bytes = await page.evaluate(
      (file) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith(file))
          .map((entry) => (entry as PerformanceResourceTiming).transferSize > 0),
      FILE,
    );
    assert.deepEqual(bytes, [true, false], 'one file over the network, one out of the cache');
    assert.deepEqual(
      asked.filter((url) => url.includes('dusk.jpg')),
      [],
    );
    assert.deepEqual(
      said.filter((text) => /policy|trusted/i.test(text)),
      [],
    );
    await page.close();
  });
});

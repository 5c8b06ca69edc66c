import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { CAPTIONS_LOOKS, CAPTIONS_VIEWS, CaptionsViews } from './support/captions-views.ts';
import { inRepository } from '../../support/repository.ts';

describe('each view of captions', () => {
  let browser: Browser;
  let views: CaptionsViews;
  let axe: string;
  before(async () => {
    axe = await readFile(inRepository('node_modules/axe-core/axe.min.js'), 'utf8');
    browser = await launchChromium();
    views = new CaptionsViews(browser);
  });
  after(() => browser.close());

  /** What axe finds, and what reaches out of the window. */
  const faults = async (page: Page): Promise<string[]> => [
    ...(await page.evaluate<string[]>(
      `${axe}; axe.run('main').then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
    )),
    ...(await page.locator(':popover-open').evaluateAll((popups) =>
      popups
        .map((popup) => popup.getBoundingClientRect())
        .filter(
          ({ left, top, right, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight,
        )
        .map((box) => `outside: ${JSON.stringify(box)}`),
    )),
    ...(await page.evaluate(() =>
      document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [],
    )),
  ];

  // Each width and each look, but not each in each.
  const widths = { light: [200, 1200], dark: [640], forced: [320], rtl: [200] };
  for (const name of ['light', 'dark', 'forced', 'rtl'] as const)
    for (const width of widths[name])
      it(`has no axe violations, ${name}, ${String(width)} pixels wide`, async () => {
        for (const view of CAPTIONS_VIEWS)
          assert.deepEqual(await views.see(view, CAPTIONS_LOOKS[name], width, faults), [], view);
      });
});

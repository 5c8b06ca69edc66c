import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { announceSeed } from '../../support/seeded.ts';
import { KEEPS_PAGES, launchChromium } from '../support/browser.ts';
import { visitInChromium } from './support/navigations/chromium-visitor.ts';
import { MODE_NAMES, planNavigations } from './support/navigations/navigation-plan.ts';
import { NavigationRuns } from './support/navigations/navigation-runs.ts';

/** Visits of each mode, of which that with copies has the slowest line. `npm run bench -- upload-navigations` makes three hundred. */
const VISITS = { handles: 2, kept: 1, worker: 2 };

describe('an upload over changes of page', () => {
  const seed = announceSeed();
  let browser: Browser;
  let runs: NavigationRuns;

  before(async () => {
    browser = await launchChromium(KEEPS_PAGES);
    runs = await NavigationRuns.open(() => visitInChromium(browser));
  });

  after(async () => {
    await runs.close();
    await browser.close();
  });

  for (const mode of MODE_NAMES)
    for (let visit = 0; visit < VISITS[mode]; visit++)
      it(`is one whole video, without a click where its bytes are to be had: ${mode}, ${String(visit + 1)}`, async () => {
        const plan = planNavigations(seed + visit, [mode]);
        const { faults, ...outcome } = await runs.run(plan);
        assert.deepEqual(faults, [], `SEED=${String(seed)}: ${JSON.stringify({ plan, outcome })}`);
      });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { SEGMENT_S } from './support/dvr-origin.ts';
import { DvrWatch } from './support/watch-dvr.ts';

/** An hour in segments, and so many updates of the playlist in it. */
const HOUR = 3600 / SEGMENT_S;
const UPDATES = 10;

describe('<vh-player> on a live stream that reaches back an hour', () => {
  let browser: Browser;
  let watch: DvrWatch;

  before(async () => {
    browser = await launchChromium();
    watch = await DvrWatch.open(browser, HOUR);
  });

  after(async () => {
    await watch.close();
    await browser.close();
  });

  const passHour = async () => {
    for (let update = 0; update < UPDATES; update++) await watch.pass(HOUR / UPDATES);
    await watch.goLive();
    return watch.holds();
  };

  it('holds no more after hours than after the first, and leads back to where live is', async () => {
    const first = await passHour();
    await passHour();
    const last = await passHour();
    for (const name of ['nodes', 'listeners', 'timers'] as const)
      assert.ok(last[name] <= first[name] + 5, `${name}: ${first[name]} became ${last[name]}`);
    const { start, end } = await watch.range();
    assert.ok(Math.abs(end - start - 3600) <= 3 * SEGMENT_S, `${end - start} s can be sought`);
    const bar = await watch.bar();
    assert.ok(Math.abs(bar.end - end) <= 60 && Math.abs(bar.start - start) <= 60, JSON.stringify(bar));
  });
});

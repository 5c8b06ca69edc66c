import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { DemoProcess } from '../support/demo-process.ts';
import { differenceOf } from './support/pictures/compare-pictures.ts';
import { PLAYER_STATES } from './support/pictures/player-states.ts';
import { takePicture } from './support/pictures/take-picture.ts';
import { inRepository, loadScript } from '../../support/repository.ts';

/** States that stand still, in which everything that the player shows is to be seen. */
const STATES = ['facade', 'paused', 'settings', 'small-320', 'rtl', 'forced-colours'];
/** The share of a picture that may look different: fonts and decoders are other ones elsewhere. */
const SHARE = 0.02;

describe('the pictures of the documents', () => {
  let browser: Browser;
  before(async () => (browser = await launchChromium('--autoplay-policy=no-user-gesture-required')));
  after(() => browser.close());

  const kept = (name: string) => readFile(inRepository('docs', name));

  for (const name of STATES) {
    it(`show the player of today: ${name} (npm run pictures -- ${name})`, { timeout: 120_000 }, async () => {
      const state = PLAYER_STATES.find((one) => one.name === name);
      assert.ok(state);
      const picture = await takePicture(browser, state);
      const share = await differenceOf(browser, await kept(`pictures/player-${name}.webp`), picture);
      assert.ok(share < SHARE, `${(share * 100).toFixed(1)} % of it look different`);
    });
  }

  it('differ in what the player shows: an open menu, another control', async () => {
    const [paused, settings] = await Promise.all(
      ['paused', 'settings'].map((name) => kept(`pictures/player-${name}.webp`)),
    );
    assert.ok(paused && settings);
    assert.ok((await differenceOf(browser, paused, settings)) > SHARE);
    assert.equal(await differenceOf(browser, paused, paused), 0);
  });

  it('show the demo of today in the README (npm run pictures -- readme)', { timeout: 180_000 }, async (t) => {
    const { takeDemo } = await loadScript<{
      takeDemo: (browser: Browser, url: string, colorScheme: string) => Promise<Buffer>;
    }>('scripts/pictures/take-demo.mjs');
    const demo = await DemoProcess.start();
    t.after(() => demo.stop());
    const url = await demo.url();
    for (const [scheme, name] of [
      ['light', 'screenshot.webp'],
      ['dark', 'screenshot-dark.webp'],
    ] as const) {
      const share = await differenceOf(browser, await kept(name), await takeDemo(browser, url, scheme));
      assert.ok(share < SHARE, `${(share * 100).toFixed(1)} % of ${name} look different`);
    }
  });
});

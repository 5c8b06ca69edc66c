import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { MediaSite } from '../support/media-page.ts';
import { inRepository } from '../../support/repository.ts';
import { words } from '../../support/words.ts';

interface Reported {
  type: string;
  on?: boolean;
  language?: string | null;
  rate?: number;
  muted?: boolean;
}

declare global {
  interface Window {
    facts: Reported[];
  }
}

/** A player in the shadow root of a page's own component. */
const markup = `<!doctype html>
  <html lang="en"><meta charset="utf-8"><title>Facts</title>
  <script type="module" src="/vh-elements.js"></script>
  <body><my-app></my-app>
  <script>
    const player = document.createElement('vh-player');
    for (const [name, value] of Object.entries({
      'collector-url': '/collector', 'collector-format': 'vh', 'video-id': 'vi1', muted: '', loop: '',
      src: '/media/hls/master.m3u8',
    })) player.setAttribute(name, value);
    document.querySelector('my-app').attachShadow({ mode: 'open' }).append(player);
    window.facts = [];
    player.addEventListener('vh-session-event', ({ fact }) => window.facts.push(fact));
  </script>`;

describe('the session events of what a viewer does', () => {
  let browser: Browser;
  let site: MediaSite;
  before(async () => {
    browser = await launchChromium();
    site = await MediaSite.serve(inRepository('dist', 'cdn'), markup);
  });
  after(async () => {
    site.close();
    await browser.close();
  });

  it('have fullscreen, windows, captions, speed and volume, in a component of the page, too', async () => {
    const page = await browser.newPage();
    await page.route('**/collector/**', (route) => route.fulfill({ json: { keepsOnce: true } }));
    await page.goto(site.url);
    const of = (type: string) =>
      page.evaluate((wanted) => window.facts.filter((fact) => fact.type === wanted), type);
    const untilReported = (type: string, count: number) =>
      page.waitForFunction(
        ([wanted, least]) => window.facts.filter((fact) => fact.type === wanted).length >= least,
        [type, count] as const,
      );
    await page.locator('vh-player').getByRole('button', { name: 'Play' }).click();
    await untilReported('first-frame', 1);
    const press = async (key: string, type: string, count = 1) => {
      await page.keyboard.press(key);
      await untilReported(type, count);
    };
    await press('f', 'fullscreen');
    await press('f', 'fullscreen', 2);
    assert.deepEqual(
      (await of('fullscreen')).map(({ on }) => on),
      [true, false],
    );
    // The key does nothing before there are captions.
    const captions = page.getByRole('button', { name: words('player.captions'), exact: true });
    await captions.waitFor({ state: 'attached' });
    await press('c', 'captions');
    assert.equal((await of('captions'))[0]?.language, 'en');
    await press('Shift+Period', 'rate');
    assert.equal((await of('rate'))[0]?.rate, 1.25);
    await press('m', 'volume');
    assert.equal((await of('volume'))[0]?.muted, false);
    // The whole player goes into a window, where there are any.
    await press('i', 'picture-in-picture');
    await page.evaluate(() => window.documentPictureInPicture.window?.close());
    await untilReported('picture-in-picture', 2);
    assert.deepEqual(
      (await of('picture-in-picture')).map(({ on }) => on),
      [true, false],
    );
    await page.close();
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright';
import type { WindowMaker } from '../../../src/elements/player/presentation/pip-window/window-maker.ts';
import { launchChromium } from '../support/browser.ts';
import { cells } from '../../support/division.ts';
import { PlayerPage } from '../support/player-page.ts';
import { eventually } from '../../support/eventually.ts';
import { words } from '../../support/words.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
/** Presses of the tab key after which the way out of a player must have been found. */
const MOST_STOPS = 30;
const FILM = 'src="/media/hls/master.m3u8" heading="Dusk" muted';

declare global {
  interface Window {
    axe: { run: (context: Element | Document, options?: RunOptions) => Promise<AxeResults> };
    documentPictureInPicture: EventTarget & WindowMaker & { readonly window: Window | null };
  }
}

describe('<vh-player> by the keyboard alone', () => {
  let browser: Browser;
  let site: PlayerPage;
  let page: Page;
  before(async () => {
    browser = await launchChromium('--autoplay-policy=no-user-gesture-required');
  });
  afterEach(async () => {
    await page.close();
    site.close();
  });
  after(() => browser.close());

  const open = async (attributes: string, content = '', width = 640) => {
    site = await PlayerPage.serve(
      `<button>Before</button><vh-player ${attributes}>${content}</vh-player><button>After</button>`,
    );
    page = await browser.newPage({ viewport: { width, height: 700 } });
    page.setDefaultTimeout(20_000);
    await page.goto(site.url);
    await page.locator('vh-player:defined').waitFor();
  };
  const play = async () => {
    await page.locator('vh-player').evaluate((player: HTMLVideoElement) => player.play());
    await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0.1);
    await page.locator('vh-player [part=controls]').waitFor();
  };
  const pause = () => page.locator('vh-player').evaluate((player: HTMLVideoElement) => player.pause());

  /** What has the focus, by its name; undefined outside the player. */
  const focused = async (): Promise<string | undefined> => {
    const inside = page.locator('vh-player :focus').last();
    if ((await inside.count()) === 0) return undefined;
    const box = await inside.boundingBox();
    assert.ok(box && box.width > 0 && box.height > 0, 'the focus is on an invisible element');
    return inside.evaluate(
      (one) => one.getAttribute('aria-label') ?? one.textContent.replace(/\s+/g, ' ').trim(),
    );
  };
  /** Tabs from before the player to after it. */
  const tabThrough = async (): Promise<string[]> => {
    await page.getByRole('button', { name: 'Before' }).focus();
    const names: string[] = [];
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await page.keyboard.press('Tab');
      const name = await focused();
      if (name === undefined) break;
      names.push(name);
    }
    assert.equal(await page.getByRole('button', { name: 'After' }).and(page.locator(':focus')).count(), 1);
    assert.deepEqual(names, [...new Set(names)], 'a stop comes twice');
    return names;
  };
  const tabTo = async (name: string) => {
    await page.getByRole('button', { name: 'Before' }).focus();
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await page.keyboard.press('Tab');
      if ((await focused()) === name) return;
    }
    assert.fail(`no tab comes to "${name}"`);
  };
  const violations = async (): Promise<string[]> => {
    await page.evaluate(AXE);
    return page.evaluate(async () => {
      const player = document.querySelector('vh-player');
      if (!player) throw new TypeError('There is no player.');
      const found = await window.axe.run(player, { resultTypes: ['violations'] });
      return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    });
  };

  for (const width of cells([320, 640])) {
    it(`comes to every control and out again, ${width} pixels wide`, async () => {
      await open(FILM, '', width);
      await play();
      await pause();
      await page.getByRole('button', { name: words('player.captions'), exact: true }).waitFor();
      const names = await tabThrough();
      for (const name of ['play', 'seek', 'captions', 'settings', 'fullscreen'] as const)
        assert.ok(names.includes(words(`player.${name}`)), `${name}: ${names.join(', ')}`);
    });

    it(`watches again from the end, ${width} pixels wide`, async () => {
      await open(FILM, '', width);
      await play();
      await page.locator('vh-player').evaluate((player: HTMLVideoElement) => {
        player.currentTime = player.duration - 0.1;
      });
      await page.waitForFunction(() => document.querySelector('vh-player')?.ended);
      await page.locator('vh-player [part=end-screen]').waitFor();
      assert.deepEqual(await violations(), []);
      await tabTo(words('player.replay'));
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelector('vh-player')?.ended === false);
      // The button is hidden; keys still work.
      await page.waitForFunction(() => document.querySelector('vh-player')?.paused === false);
      await eventually(async () => (await focused()) === words('player.pause') || undefined);
      await page.keyboard.press('k');
      await page.waitForFunction(() => document.querySelector('vh-player')?.paused);
      assert.equal(await page.evaluate(() => document.querySelector('vh-player')?.ended), false);
    });

    it(`tries again after a failure, ${width} pixels wide`, async () => {
      await open('src="/media/hls/gone.m3u8" preload="auto"', '', width);
      await page.getByRole('alert').waitFor();
      assert.deepEqual(await violations(), []);
      const names = await tabThrough();
      assert.deepEqual(names, [words('player.retry')]);
      await tabTo(words('player.retry'));
      // It fails again, and the button is there for another try.
      for (let tries = 0; tries < 2; tries++) {
        const again = page.waitForRequest(/gone\.m3u8/);
        await page.keyboard.press('Enter');
        await again;
        await page.waitForFunction(() => document.querySelector('vh-player')?.error);
        const button = page.getByRole('button', { name: words('player.retry') });
        await button.and(page.locator(':focus')).waitFor();
      }
    });
  }

  it('goes to live', async () => {
    await open('src="/media/live/index.m3u8" muted');
    await play();
    await page.locator('vh-player [part~=live]').waitFor();
    assert.deepEqual(await violations(), []);
    await pause();
    await tabTo(words('player.goLive'));
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('vh-player')?.paused === false);
    assert.ok((await tabThrough()).includes(words('player.settings')));
  });

  it('starts over where it is offered', async () => {
    const film = { kind: 'video', id: 'a', state: 'playable', playlists: [], captions: [], chapters: [] };
    const playback = JSON.stringify({ ...film, hls: '/media/long/index.m3u8' });
    await open('muted', `<script type="application/json">${playback}</script>`);
    await page.evaluate(() => localStorage.setItem('vh-positions', '[["a",13]]'));
    await page.reload();
    await page.locator('vh-player:defined').waitFor();
    await play();
    await page.getByRole('button', { name: words('player.startOver') }).waitFor();
    await pause();
    assert.deepEqual(await violations(), []);
    await tabTo(words('player.startOver'));
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 99) < 5);
    assert.ok(await focused(), 'the focus has gone with the offer');
  });

  it('opens the list of keys, and comes back to where it was', async () => {
    await open(FILM);
    await play();
    await pause();
    await tabTo(words('player.play'));
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: words('player.keys') });
    await sheet.waitFor();
    assert.deepEqual(await violations(), []);
    await sheet.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    assert.equal(await focused(), words('player.play'));
  });

  it('has no axe violations in the window above all others', async () => {
    await open(FILM);
    await page
      .locator('vh-player')
      .getByRole('button', { name: words('player.playTitle', { title: 'Dusk' }) })
      .click();
    await page.getByRole('button', { name: words('player.pictureInPicture') }).click();
    await page.waitForFunction(() => window.documentPictureInPicture.window !== null);
    await page.waitForFunction(() => document.querySelector('vh-player')?.media.ownerDocument !== document);
    const found = await page.evaluate(async (axe) => {
      const view = window.documentPictureInPicture.window;
      if (!view) throw new TypeError('The window is closed.');
      const script = view.document.createElement('script');
      script.textContent = axe;
      view.document.head.append(script);
      const { violations, passes } = await view.axe.run(view.document);
      return {
        passes: passes.length,
        violations: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
      };
    }, AXE);
    assert.ok(found.passes > 5, `${found.passes} rules have found something to look at`);
    assert.deepEqual(found.violations, []);
  });
});

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import type {} from '../../../src/elements/player/vh-player.ts';
import { launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { PlayerPage } from '../support/player-page.ts';
import { words } from '../../support/words.ts';

const TRACK = '<track kind="captions" srclang="en" src="/media/captions/en.vtt" default>';

describe('<vh-player> whose code could not be fetched', () => {
  let browser: Browser;
  let site: PlayerPage;
  let page: Page;

  before(async () => {
    browser = await launchChromium();
    site = await PlayerPage.serve(`<vh-player src="/media/long/index.m3u8" muted>${TRACK}</vh-player>`);
  });
  afterEach(() => page.close());
  after(async () => {
    await browser.close();
    site.close();
  });

  /** Plays, with that part of the code out of reach; `asked` counts the requests for it. */
  const play = async (part: RegExp, attributes: Readonly<Record<string, string>> = {}) => {
    page = await browser.newPage({ viewport: { width: 800, height: 600 } });
    const asked: string[] = [];
    await page.route(part, (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await page.addInitScript(() => {
      addEventListener(
        'vh-error',
        (event) => ((window as { codes?: string[] }).codes ??= []).push(event.code),
        true,
      );
      addEventListener('unhandledrejection', () => {
        ((window as { codes?: string[] }).codes ??= []).push('unhandled');
      });
    });
    await page.goto(site.url);
    await page.evaluate(async (all) => {
      await customElements.whenDefined('vh-player');
      const player = document.querySelector('vh-player');
      for (const [name, value] of Object.entries(all)) player?.setAttribute(name, value);
      await player?.play();
    }, attributes);
    return asked;
  };
  const codes = () => page.evaluate(() => (window as { codes?: string[] }).codes ?? []);

  it('asks for it again, reports it once, and pauses at the end that the page has set', async () => {
    const part = /\/vh-media-extras-/;
    const asked = await play(part, { 'end-time': '9' });
    await eventually(() => asked.length > 1 || undefined);
    assert.deepEqual(await codes(), ['code-unavailable']);
    await page.unroute(part);
    await page.waitForFunction(() => document.querySelector('vh-player')?.paused);
    const time = await page.evaluate(() => document.querySelector('vh-player')?.currentTime ?? 0);
    assert.ok(time >= 9 && time < 10.5, String(time));
    assert.deepEqual(await codes(), ['code-unavailable']);
  });

  it('reports a press of a button of the page that cannot be done, and does the next one', async () => {
    const part = /\/vh-player-commands-/;
    const asked = await play(part);
    const press = () =>
      page.evaluate(() => {
        const event = Object.assign(new Event('command'), { command: '--pause' });
        document.querySelector('vh-player')?.dispatchEvent(event);
      });
    await press();
    await eventually(() => asked.length > 0 || undefined);
    await eventually(async () => ((await codes()).length > 0 ? true : undefined));
    assert.deepEqual(await codes(), ['code-unavailable']);
    await page.unroute(part);
    await press();
    await page.waitForFunction(() => document.querySelector('vh-player')?.paused);
  });

  /** Waits until the page was told that the code is away, and asserts that it was told nothing else. */
  const isToldOnce = async () => {
    await eventually(async () => ((await codes()).length > 0 ? true : undefined));
    assert.deepEqual(await codes(), ['code-unavailable']);
  };

  // The panel for the look of captions comes with them, in a file that the menu of a captions picker shares.
  for (const part of [/\/vh-settings-sheet-/, /\/vh-menu-keys-/])
    it(`reports settings that do not come, and opens them by the next press: ${part.source}`, async () => {
      await play(part);
      const press = page.getByRole('button', { name: words('player.settings'), exact: true });
      await press.click();
      await isToldOnce();
      await page.unroute(part);
      await press.click();
      await page.getByRole('menuitem', { name: words('player.captionStyle') }).click();
      await page.getByRole('dialog', { name: words('player.captionStyle') }).waitFor();
      assert.deepEqual(await codes(), ['code-unavailable']);
    });

  it("reports controls that do not come, has the browser's own meanwhile, and then its own", async () => {
    // What the controls share with the engine is fetched.
    const part = /\/vh-skin-(?!shared)/;
    await play(part);
    await eventually(async () => ((await codes()).length > 0 ? true : undefined));
    const hasNative = () => page.evaluate(() => document.querySelector('vh-player')?.media.controls);
    await eventually(async () => ((await hasNative()) ? true : undefined));
    await page.unroute(part);
    const pause = page.getByRole('button', { name: words('player.pause'), exact: true });
    await eventually(async () => {
      // Whatever happens to the media is another try.
      await page.evaluate(() => document.querySelector('vh-player')?.requestUpdate());
      return (await pause.count()) > 0 || undefined;
    });
    assert.equal(await hasNative(), false);
    // The look of a player with tracks needs a file of theirs: one report for each part, and nothing else.
    assert.deepEqual([...new Set(await codes())], ['code-unavailable']);
  });

  it('reports that the inspector does not come, and opens it the next time', async () => {
    const part = /\/vh-inspector-/;
    await play(part);
    await page.evaluate(() => document.querySelector('vh-player')?.inspect());
    await isToldOnce();
    await page.unroute(part);
    await page.evaluate(() => document.querySelector('vh-player')?.inspect());
    await page.locator('vh-player').getByText('Inspector').first().waitFor();
    assert.deepEqual(await codes(), ['code-unavailable']);
  });

  it('sends session events in the format of the page once the code of that format comes', async () => {
    const part = /\/vh-other-reports-/;
    const sent: string[] = [];
    const asked = await play(part, {
      'video-id': 'vi1',
      'collector-format': 'vh',
      'collector-url': new URL('/collector', site.url).href,
    });
    await page.route(/\/collector/, (route) => {
      sent.push(route.request().postData() ?? '');
      return route.fulfill({ status: 202, body: '{}' });
    });
    await eventually(() => asked.length > 0 || undefined);
    await isToldOnce();
    assert.deepEqual(sent, []);
    await page.unroute(part);
    await eventually(async () => {
      await page.evaluate(() => document.querySelector('vh-player')?.requestUpdate());
      return sent.length > 0 || undefined;
    });
    assert.deepEqual(await codes(), ['code-unavailable']);
  });

  it('asks its visitor first once the code of the question comes', async () => {
    const part = /\/vh-consent-gate-/;
    await play(part);
    await page.evaluate(() => {
      const player = document.createElement('vh-player');
      player.loadWhen = 'consent';
      document.body.prepend(player);
    });
    await isToldOnce();
    await page.unroute(part);
    await page.getByRole('button', { name: words('consent.load') }).waitFor();
    assert.deepEqual(await codes(), ['code-unavailable']);
  });

  it('takes its look along to another document once the code for that comes', async () => {
    const part = /\/vh-renew-styles-/;
    const asked = await play(part);
    // The code that draws captions has styles of its own, and brings all others along when it comes.
    await page.locator('vh-player').getByText('A small film for tests.').first().waitFor();
    const display = () =>
      page.evaluate(() => {
        const player = document.querySelector('iframe')?.contentDocument?.querySelector('vh-player');
        player?.requestUpdate();
        return player && getComputedStyle(player).display;
      });
    await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.contentDocument?.body.append(document.querySelector('vh-player') ?? '');
    });
    await eventually(() => asked.length > 0 || undefined);
    assert.equal(await display(), 'inline');
    await page.unroute(part);
    await eventually(async () => ((await display()) === 'block' ? true : undefined));
    assert.ok(!(await codes()).includes('unhandled'));
  });

  it('has a transcript that comes once its code does', async () => {
    const part = /\/vh-transcript-view-/;
    const asked = await play(part);
    await page.evaluate(() =>
      document.querySelector('vh-player')?.after(document.createElement('vh-transcript')),
    );
    await eventually(() => asked.length > 0 || undefined);
    await page.unroute(part);
    await page.locator('vh-transcript').getByText('A small film for tests.').waitFor();
    assert.deepEqual(await codes(), ['code-unavailable']);
  });

  for (const { how, away, back } of [
    {
      how: 'begins when the line is back',
      away: () => page.context().setOffline(true),
      back: () => page.context().setOffline(false),
    },
    {
      how: 'begins by another press',
      away: () => Promise.resolve(),
      back: () => page.getByRole('button', { name: words('player.play') }).click(),
    },
  ])
    it(`says that the line is gone at the first press, and ${how}`, async () => {
      page = await browser.newPage({ viewport: { width: 800, height: 600 } });
      // What a page has asked for ahead is under way still when the line goes.
      const part = /\/vh-(attempt|skin)-/;
      let cut = (): void => {};
      const isGone = new Promise<void>((resolve) => (cut = resolve));
      await page.route(part, (route) => isGone.then(() => route.abort()));
      await page.goto(site.url);
      const press = page.getByRole('button', { name: words('player.play') });
      await press.waitFor();
      await away();
      cut();
      await press.click();
      await page.getByRole('alert').getByText(words('player.network')).waitFor();
      assert.equal(await page.evaluate(() => document.querySelector('vh-player')?.media.controls), false);
      await page.unroute(part);
      await back();
      await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0);
      await page.getByRole('button', { name: words('player.pause'), exact: true }).waitFor();
      assert.equal(await page.evaluate(() => document.querySelector('vh-player')?.media.controls), false);
      assert.equal(await page.getByRole('alert').count(), 0);
    });
});

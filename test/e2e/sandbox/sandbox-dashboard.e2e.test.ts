import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, it } from 'node:test';
import type { Page } from 'playwright';
import { Delivery } from '../../support/sandbox/collector.ts';
import { itWithAll } from '../../support/it-with-all.ts';
import { axeFaults } from '../support/page-complaints.ts';
import type { ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';
import { addVideo, useSandboxPage } from './support/sandbox-page.ts';

const TITLE = '<img src=x onerror="document.title=1">';

describe("the sandbox's dashboard", () => {
  let service: ServiceUnderTest;
  let page: Page;
  let errors: string[];

  useSandboxPage((made) => ({ service, page, errors } = made));
  afterEach(() => {
    assert.deepEqual(errors, []);
  });

  const send = async (delivery: Delivery, agent: string) => {
    const reported = await service.fetch('/collector/events', {
      method: 'POST',
      headers: { 'user-agent': agent },
      body: JSON.stringify(delivery),
    });
    assert.equal(reported.status, 200);
  };
  /** One that was watched, one that was left, and one that failed. */
  const watch = async () => {
    const first = await addVideo(service, TITLE);
    const second = await addVideo(service, 'Second');
    await send(
      new Delivery(first)
        .event('ready', { at: 0 })
        .event('intent', { at: 0, by: 'viewer' }, 1)
        .event('play', { at: 0 }, 1.1)
        .event('first-frame', { at: 0, startup: 400 }, 1.4)
        .event('rendition', { at: 0, width: 640, height: 360, bitrate: 800_000 }, 1.5)
        .event('rebuffer.begin', { at: 10 }, 11)
        .event('rebuffer.end', { at: 10, lasted: 2000 }, 13)
        .event('rendition', { at: 15, width: 1280, height: 720, bitrate: 2_400_000 }, 18)
        .event('seek.forward', { from: 20, to: 40 }, 23)
        .event('pause', { at: 50 }, 33)
        .event('resume', { at: 50 }, 43)
        .event('leave', { at: 60 }, 53)
        .sums({
          watchTime: 38_000,
          videoStartup: 400,
          rebufferCount: 1,
          rebufferDuration: 2000,
          seekCount: 1,
        }),
      'Firefox/140.0',
    );
    await send(
      new Delivery(second)
        .event('intent', { at: 0, by: 'viewer' })
        .event('leave', { at: 0 })
        .sums({ exitBeforeStart: true }),
      'Chrome/140.0',
    );
    await send(
      new Delivery(second)
        .event('intent', { at: 0, by: 'viewer' })
        .event('failure', { at: 0, code: 'media-unplayable' })
        .sums({ failed: true }),
      'Chrome/140.0',
    );
  };
  const open = (hash = '') => page.goto(`${service.url}/_sandbox/sessions${hash}`);
  const figure = (name: string) =>
    page.locator('#figures > div').filter({ hasText: name }).locator('dd').first().textContent();

  it('says so before the first viewing, and is reached from the console', async () => {
    await page.goto(`${service.url}/#/sessions`);
    const figures = page.getByRole('link', { name: 'Figures of all sessions' });
    const [opened] = await Promise.all([page.waitForEvent('popup'), figures.click()]);
    await opened.getByText('No session yet').waitFor();
    await opened.getByRole('link', { name: 'Console' }).click();
    await opened.getByRole('heading', { name: 'Sandbox console' }).waitFor();
  });

  it('adds up plays, watch time, startup, rebuffering, exits and failures, and by video and browser', async () => {
    await watch();
    await open();
    await page.getByRole('table', { name: 'By video' }).waitFor();
    assert.equal(await figure('Plays'), '1');
    assert.equal(await figure('Watch time'), '0:38');
    assert.equal(await figure('Startup'), '400 ms');
    assert.equal(await figure('Rebuffering'), '5.00 %');
    assert.equal(await figure('Exits before start'), '1');
    assert.equal(await figure('Failures'), '1');
    const rows = (table: string) => page.getByRole('table', { name: table }).getByRole('row').count();
    assert.deepEqual(
      [await rows('By video'), await rows('By browser'), await rows('By day (UTC)')],
      [3, 3, 2],
    );
    assert.equal(await page.title(), 'Sessions · Sandbox');
    await page.getByRole('rowheader', { name: TITLE }).waitFor();

    await page.getByRole('combobox', { name: 'Video' }).selectOption('Second');
    await page.getByText('2 sessions').waitFor();
    assert.equal(await figure('Watch time'), '0:00');
    await page.getByRole('combobox', { name: 'Video' }).selectOption('All videos');
    await page.getByRole('combobox', { name: 'Browser' }).selectOption('Firefox');
    await page.getByText('1 session', { exact: true }).waitFor();
    assert.equal(await figure('Failures'), '0');
  });

  it('opens one session as a timeline by the keyboard, and closes it where it was opened', async () => {
    await watch();
    await open();
    const first = page.getByRole('table', { name: 'Newest sessions' }).getByRole('link').last();
    await first.focus();
    await page.keyboard.press('Enter');
    const events = page.getByRole('table', { name: 'Events' });
    await events.getByRole('cell', { name: 'seek.forward' }).waitFor();
    await events.getByRole('cell', { name: 'from 20 · to 40' }).waitFor();
    assert.equal(await events.getByRole('row').count(), 13);
    const states = await page
      .locator('#timeline rect:not(.ground)')
      .evaluateAll((all) => all.map((one) => one.getAttribute('class')));
    assert.deepEqual(states, ['starting', 'playing', 'rebuffering', 'playing', 'paused', 'playing']);
    assert.equal(await page.locator('#timeline line.seek').count(), 1);
    assert.equal(await page.locator('.legend').innerText(), 'starting\nplaying\nrebuffering\npaused\nseek');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'session-title');
    await page.keyboard.press('Escape');
    await events.waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.activeElement?.matches('#tables a'));
  });

  itWithAll('exports the chosen events', async () => {
    await watch();
    await open();
    await page.getByRole('combobox', { name: 'Video' }).selectOption('Second');
    await page.getByText('2 sessions').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export (NDJSON)' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    const records = lines.map((line) => (JSON.parse(line) as { record: string }).record);
    assert.deepEqual(records, ['session', 'event', 'event', 'session', 'event', 'event']);
  });

  itWithAll(
    'keeps its policy, fits 320 pixels in both directions, and has no fault that axe finds',
    async () => {
      await watch();
      await open();
      await page.getByRole('table', { name: 'Newest sessions' }).getByRole('link').last().click();
      await page.getByRole('cell', { name: 'seek.forward' }).waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [320, 1280]) {
          for (const direction of ['ltr', 'rtl']) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            await page.setViewportSize({ width, height: 900 });
            await page.evaluate((dir) => {
              document.documentElement.dir = dir;
            }, direction);
            assert.deepEqual(await axeFaults(page), []);
            const widest = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(widest <= width, `${direction} ${String(width)}: ${String(widest)}`);
          }
        }
      }
      const { headers } = await service.fetch('/_sandbox/sessions');
      assert.match(
        headers.get('content-security-policy') ?? '',
        /default-src 'none'.*frame-ancestors 'none'/,
      );
      for (const file of ['figures.js', 'dashboard-state.js', 'dashboard.html'])
        assert.equal((await service.fetch(`/_sandbox/assets/dashboard/${file}`)).status, 404);
    },
  );
});

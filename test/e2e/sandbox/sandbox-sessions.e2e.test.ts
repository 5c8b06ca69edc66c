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

describe('sessions and their figures, on the console', () => {
  let service: ServiceUnderTest;
  let page: Page;
  let errors: string[];

  useSandboxPage((made) => ({ service, page, errors } = made), { missingFiles: false });
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
  const open = (view: string) => page.goto(`${service.url}/#/${view}`);
  const figure = (name: string) =>
    page.locator('.figures > div').filter({ hasText: name }).locator('dd').first();
  const has = (name: string, value: string) =>
    figure(name)
      .and(page.getByText(value, { exact: true }))
      .waitFor();

  it('are where the old page was, and say so before the first viewing', async () => {
    await page.goto(`${service.url}/_sandbox/sessions`);
    await page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
    await page.getByText('Nobody has watched anything yet.').waitFor();
    await page.getByRole('link', { name: 'Insights' }).click();
    await page.getByRole('heading', { name: 'Insights' }).waitFor();
    await page.getByText('Nobody has watched anything yet.').waitFor();
  });

  it('add up by video, day and browser, of the chosen days and browser', async () => {
    await watch();
    await open('insights');
    await has('Plays', '1');
    await has('Watch time', '0:38');
    await has('Startup', '400 ms');
    await has('Rebuffering', '5%');
    await has('Exits before start', '1');
    await has('Failures', '1');
    const rows = (table: string) => page.getByRole('table', { name: table }).getByRole('row').count();
    assert.deepEqual([await rows('Videos'), await rows('Browsers'), await rows('Days (UTC)')], [3, 3, 2]);
    await page.getByRole('rowheader', { name: TITLE }).waitFor();

    await page.getByRole('combobox', { name: 'Browser' }).selectOption('Firefox');
    await has('Failures', '0');
    assert.equal(await rows('Videos'), 2);
    await page.getByRole('combobox', { name: 'Browser' }).selectOption('All browsers');
    await has('Failures', '1');
    await page.getByLabel('To').fill('2001-01-01');
    await page.getByRole('main').getByText('There is no such session.').waitFor();
    await page.getByLabel('To').fill('');
    await page.getByRole('link', { name: 'Second' }).click();
    await page.getByText('2 sessions').waitFor();
    await has('Watch time', '0:00');
  });

  it('open as a timeline by the keyboard, and lead back', async () => {
    await watch();
    await open('sessions');
    const first = page.getByRole('list', { name: 'Sessions' }).getByRole('link', { name: TITLE });
    await first.focus();
    await page.keyboard.press('Enter');
    const events = page.getByRole('table', { name: 'Events' });
    await events.getByRole('cell', { name: 'seek.forward' }).waitFor();
    await events.getByRole('cell', { name: 'from 20 · to 40' }).waitFor();
    assert.equal(await events.getByRole('row').count(), 13);
    await page.getByText('rebuffered · watched 38.0 s · Firefox').waitFor();
    const states = await page
      .locator('.timeline > svg rect:not(.ground)')
      .evaluateAll((all) => all.map((one) => one.getAttribute('class')));
    const wanted = ['starting', 'playing', 'rebuffering', 'playing', 'paused', 'playing'];
    assert.deepEqual(states, wanted);
    assert.equal(await page.locator('.timeline > svg line.seek').count(), 1);
    assert.equal(await page.locator('.legend').innerText(), 'starting\nplaying\nrebuffering\npaused\nseek');
    await page.getByRole('link', { name: 'All sessions' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sessions' }).getByText('left before the start').waitFor();
  });

  itWithAll('are exported, all or those of a video', async () => {
    await watch();
    const recordsOf = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name }).click(),
      ]);
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
      return lines.map((line) => (JSON.parse(line) as { record: string }).record);
    };
    await open('sessions');
    const all = await recordsOf('Export all events (NDJSON)');
    assert.equal(all.filter((record) => record === 'session').length, 3);
    await page.getByRole('link', { name: 'Insights' }).click();
    await page.getByRole('link', { name: 'Second' }).click();
    await page.getByText('2 sessions').waitFor();
    const records = await recordsOf('Export (NDJSON)');
    assert.deepEqual(records, ['session', 'event', 'event', 'session', 'event', 'event']);
  });

  itWithAll('fit 320 pixels in both directions, and have no fault that axe finds', async () => {
    await watch();
    await open('sessions');
    await page.getByRole('link', { name: TITLE }).click();
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
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { eventually } from '../../support/eventually.ts';
import type { ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';
import { axeFaults } from '../support/page-complaints.ts';
import { uploadVideo, useSandboxPage } from './support/sandbox-page.ts';

const TITLE = '<img src=x onerror="document.title=1">';

describe("the sandbox's insights, on its console", () => {
  let service: ServiceUnderTest;
  let page: Page;
  let errors: string[];

  useSandboxPage((made) => ({ service, page, errors } = made), { missingFiles: false });

  const currentTime = async () =>
    Number(await page.evaluate("document.querySelector('vh-player')?.currentTime ?? 0"));

  /** Plays the film on the console from its start until a place; resolves to where it stopped. */
  async function watch(videoId: string, until: number): Promise<number> {
    await page.goto('about:blank');
    await page.goto(`${service.url}/#/videos/${videoId}`);
    const play = page.getByRole('button', { name: /^Play/ }).first();
    await play.waitFor();
    await play.click();
    await eventually(async () => (await currentTime()) >= until || undefined);
    await page.evaluate("document.querySelector('vh-player').pause()");
    return currentTime();
  }

  /** The figure of a name, and what is said beside it. */
  const figure = (name: string) =>
    page.locator('.figures > div').filter({ hasText: name }).locator('dd').allTextContents();

  it('are true after ten real plays of a film, their startup among them', { timeout: 300_000 }, async () => {
    const videoId = await uploadVideo(service, TITLE);
    await eventually(async () => {
      const { body } = await service.ask('GET', `/videos/${videoId}/status`);
      return (body['encoding'] as { playable: boolean }).playable || undefined;
    });
    const ends: number[] = [];
    // One viewer leaves early, the other one later.
    for (let time = 0; time < 10; time += 1) ends.push(await watch(videoId, time % 2 === 0 ? 0.8 : 2.4));
    await page.goto(`${service.url}/#/insights`);
    await page.getByRole('link', { name: TITLE }).click();
    await eventually(async () => (await figure('Plays'))[0] === '10' || undefined);
    const [startup, within] = await figure('Startup');
    assert.match(startup ?? '', /^\d[\d.]* m?s$/);
    assert.match(within ?? '', /^95 % within /);
    assert.equal((await figure('Failures'))[0], '0');

    const { body } = await service.fetch(`/_sandbox/v1/insights?videoId=${videoId}`);
    const { retention, duration, watchTime } = body as {
      retention: number[];
      duration: number;
      watchTime: number;
    };
    const played = ends.reduce((sum, end) => sum + end, 0);
    assert.ok(Math.abs(watchTime / 1000 - played) < 0.25 * ends.length, `${String(watchTime)} ms`);
    retention.forEach((share, place) => {
      const at = ((place + 0.5) / retention.length) * duration;
      // Positions are those of four looks a second.
      const surely = ends.filter((end) => at > 0.3 && at < end - 0.3).length / ends.length;
      const maybe = ends.filter((end) => at < end + 0.3).length / ends.length;
      assert.ok(share >= surely - 1e-9 && share <= maybe + 1e-9, `${String(at)} s: ${String(share)}`);
    });

    const curves = page.getByRole('main').getByRole('img');
    assert.equal(await curves.count(), 2);
    assert.match((await curves.first().getAttribute('aria-label')) ?? '', /^Retention: 0% see the end/);
    await page.getByRole('table', { name: 'Retention by place' }).waitFor();
    assert.equal(await page.getByText('Not in the format v1').count(), 0);

    for (const [width, colorScheme, forcedColors] of [
      [320, 'light', 'none'],
      [1280, 'dark', 'none'],
      [1600, 'light', 'active'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
      assert.deepEqual([width, await axeFaults(page)], [width, []]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.equal(overflow, 0, String(width));
      const folder = process.env['INSIGHTS_PICTURES'];
      if (folder) await page.screenshot({ path: `${folder}/insights-${String(width)}.png`, fullPage: true });
    }
    assert.deepEqual(errors, []);
  });

  it('say which format brings what was not reported', async () => {
    const videoId = await uploadVideo(service, 'Old');
    const when = new Date().toISOString();
    await service.fetch('/collector/vod', {
      method: 'POST',
      body: JSON.stringify({
        emitted_at: when,
        session: { viewing_id: 'a', video_id: videoId, loaded_at: when },
        events: [{ type: 'play', at: 0, emitted_at: when }],
      }),
    });
    await page.goto(`${service.url}/#/insights`);
    await eventually(async () => (await figure('Plays'))[0] === '1' || undefined);
    assert.deepEqual(await figure('Startup'), [
      '–',
      'Not in the format v1: set collector-format="vh" on the player.',
    ]);
  });
});

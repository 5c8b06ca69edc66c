import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { eventually } from '../../support/eventually.ts';
import type { ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';
import { axeFaults } from '../support/page-complaints.ts';
import { uploadVideo, useSandboxPage } from './support/sandbox-page.ts';

const TITLE = '<img src=x onerror="document.title=1">';

type Range = readonly [from: number, to: number];
type Totals = { watchTime: number; watched: Range[] };

describe("the sandbox's insights, on its console", () => {
  let service: ServiceUnderTest;
  let page: Page;
  let errors: string[];

  useSandboxPage((made) => ({ service, page, errors } = made), { missingFiles: false });

  const currentTime = async () =>
    Number(await page.evaluate("document.querySelector('vh-player')?.currentTime ?? 0"));

  /** Plays the film on the console from its start until a place, for the time that is told; resolves to where it stopped. */
  async function watch(videoId: string, until: number, plays: number): Promise<number> {
    await page.goto('about:blank');
    await page.goto(`${service.url}/#/videos/${videoId}`);
    const play = page.getByRole('button', { name: /^Play/ }).first();
    await play.waitFor();
    await play.click();
    await eventually(async () => (await currentTime()) >= until || undefined);
    await page.evaluate("document.querySelector('vh-player').pause()");
    const end = await currentTime();
    // A page that goes before its code of session events has come reports nothing.
    await eventually(async () => (await insightsOf(videoId)).plays === plays || undefined);
    return end;
  }

  const insightsOf = async (videoId: string) => {
    const { body } = await service.fetch(`/_sandbox/v1/insights?videoId=${videoId}`);
    return body as { plays: number; retention: number[]; duration: number; watchTime: number };
  };

  const reportedTotals = async (videoId: string) => {
    const response = await fetch(`${service.url}/_sandbox/events.ndjson?videoId=${videoId}`);
    const lines = (await response.text()).trim().split('\n');
    return lines.flatMap((line) => {
      const { record, totals } = JSON.parse(line) as { record: string; totals: Totals };
      return record === 'session' ? [totals] : [];
    });
  };

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
    for (let time = 1; time <= 10; time += 1)
      ends.push(await watch(videoId, time % 2 === 0 ? 2.4 : 0.8, time));
    await page.goto(`${service.url}/#/insights`);
    await page.getByRole('link', { name: TITLE }).click();
    await eventually(async () => (await figure('Plays'))[0] === '10' || undefined);
    const [startup, within] = await figure('Startup');
    assert.match(startup ?? '', /^\d[\d.]* m?s$/);
    assert.match(within ?? '', /^95 % within /);
    assert.equal((await figure('Failures'))[0], '0');

    const { retention, duration, watchTime } = await insightsOf(videoId);
    /** Each place has the share of viewings that cover it; within a margin, in seconds, they may or may not. */
    const isTrueOf = (viewings: readonly (readonly Range[])[], margin: number) => {
      const covering = (at: number, by: number) =>
        viewings.filter((ranges) => ranges.some(([from, to]) => at > from - by && at < to + by)).length;
      retention.forEach((share, place) => {
        const at = ((place + 0.5) / retention.length) * duration;
        const [least, most] = [-margin, margin].map((by) => covering(at, by) / viewings.length);
        const words = `${String(at)} s, within ${String(margin)} s: ${String(share)}`;
        assert.ok(share >= (least ?? 0) - 1e-9 && share <= (most ?? 0) + 1e-9, words);
      });
    };
    // By the players' own sums to a cell of the timeline; and by the playheads that the test has seen, which a busy
    // machine moves between two of their looks.
    const reported = await reportedTotals(videoId);
    assert.equal(
      watchTime,
      reported.reduce((sum, totals) => sum + totals.watchTime, 0),
    );
    isTrueOf(
      reported.map(({ watched }) => watched),
      0.3,
    );
    isTrueOf(
      ends.map((end) => [[0, end]] as const),
      1,
    );

    const curves = page.getByRole('main').getByRole('img');
    assert.equal(await curves.count(), 2);
    assert.match((await curves.first().getAttribute('aria-label')) ?? '', /^Retention: \d+% see the end/);
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

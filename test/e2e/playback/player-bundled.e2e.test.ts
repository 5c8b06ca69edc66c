import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { bundledElement, entryOf } from '../../support/package/bundled-element.ts';
import { pageBundlers } from '../../support/package/bundlers.ts';
import { launchChromium } from '../support/browser.ts';
import { noteFirstFrame } from '../support/note-first-frame.ts';
import { countRounds } from '../support/script-rounds.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { isSettled, SandboxUnderTest, textOf } from '../../support/sandbox/sandbox.ts';
import { StaticSite } from '../support/static-site.ts';

/** Milliseconds there and back: sequential requests show in their times. */
const LATENCY_MS = 150;

describe('a page with a player, as a bundler builds it, until the first frame', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let src: string;
  before(async () => {
    [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium()]);
    const { body } = await sandbox.ask('POST', '/videos', { json: { title: 'Dusk' } });
    const id = textOf(body, 'videoId');
    await sandbox.upload(id, await film('h264-aac.mp4'));
    await sandbox.statusWhen(id, isSettled);
    src = `${sandbox.url}/assets/vod/${id}/hls/manifest.m3u8`;
  });
  after(async () => {
    await browser.close();
    await sandbox.end();
  });

  for (const name of Object.keys(pageBundlers)) {
    for (const load of ['visible', 'now'] as const) {
      it(
        `makes at most 14 requests, for scripts in two rounds: ${name}, load="${load}"`,
        { timeout: 180_000 },
        async (t) => {
          const folder = await bundledElement('vh-player', name);
          const script = await entryOf(folder);
          const site = await StaticSite.serve({
            folder,
            page: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title><script type="module" src="/${script}"></script><vh-player src="${src}" load="${load}" autoplay muted></vh-player></html>`,
          });
          t.after(() => site.close());
          const page = await browser.newPage();
          t.after(() => page.close());
          const session = await page.context().newCDPSession(page);
          await session.send('Network.enable');
          await session.send('Network.emulateNetworkConditions', {
            ...{ offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 },
          });
          await page.addInitScript(noteFirstFrame);
          await page.goto(site.origin, { waitUntil: 'commit' });
          const seen = await page.waitForFunction(() => window.firstFrameAt);
          const firstFrame = (await seen.jsonValue()) ?? 0;
          // An entry is there when its answer is.
          await page.waitForLoadState('networkidle');
          const entries = (
            await page.evaluate(() =>
              performance.getEntriesByType('resource').map((entry) => {
                const { name: address, startTime, responseEnd } = entry as PerformanceResourceTiming;
                return { address, asked: startTime, came: responseEnd };
              }),
            )
          ).filter(({ asked }) => asked < firstFrame);
          // The controls are asked for as it begins to play: the frame does not wait for them.
          const scripts = entries.filter(
            ({ address, came }) => address.endsWith('.js') && came <= firstFrame,
          );
          const list = entries
            .map(({ address, asked }) => `${String(Math.round(asked))} ${address}`)
            .join('\n');
          t.diagnostic(
            `${String(entries.length + 1)} requests, ${String(scripts.length)} scripts, ${String(countRounds(scripts))} rounds, ${String(Math.round(firstFrame))} ms\n${list}`,
          );
          assert.ok(entries.length + 1 <= 14, `the page and\n${list}`);
          assert.ok(countRounds(scripts) <= 2, list);
        },
      );
    }
  }
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { DemoPage } from '../support/demo-page.ts';
import { DemoProcess } from '../support/demo-process.ts';

const BUDGET = 14_000;

describe('the demo pages', () => {
  let demo: DemoProcess;
  let browser: Browser;
  let url: string;

  before(async () => {
    [demo, browser] = await Promise.all([DemoProcess.start(), launchChromium()]);
    url = await demo.url();
  });

  after(async () => {
    await browser.close();
    await demo.stop();
  });

  for (const name of ['', 'player.html', 'uploader.html', 'recorder.html']) {
    it(`/${name} runs under the strict policy, without an error`, async () => {
      const page = await DemoPage.open(browser, url + name);
      await page.page.waitForLoadState('networkidle');
      const policy = (await fetch(url + name)).headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'self'",
        "style-src 'self'",
        "script-src 'self'",
        "require-trusted-types-for 'script'",
      ]) {
        assert.ok(policy.includes(rule));
      }
      assert.deepEqual(page.violations, []);
      assert.deepEqual(page.errors, []);
      await page.close();
    });
  }

  it('/ plays the live stream that it finds', async () => {
    const page = await DemoPage.open(browser, url);
    const live = page.page.locator('vh-player#live[live-stream-id]');
    await live.getByRole('button', { name: /play/i }).click();
    await page.page.waitForFunction(() => {
      const player = document.querySelector<HTMLElement & { media: HTMLVideoElement }>('vh-player#live');
      const media = player?.media;
      return media && media.duration === Infinity && media.getVideoPlaybackQuality().totalVideoFrames > 10;
    });
    assert.deepEqual(page.errors, []);
    await page.close();
  });

  /** Gzipped bytes of the scripts that a page loads by itself, and their names. */
  async function scriptsOf(name: string): Promise<{ bytes: number; names: string }> {
    const context = await browser.newContext();
    const page = await context.newPage();
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    await page.goto(url + name, { waitUntil: 'networkidle' });
    const bodies = await Promise.all(scripts.map((script) => script.body()));
    await context.close();
    return {
      bytes: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0),
      names: scripts.map((script) => script.url()).join(' '),
    };
  }

  it('loads a facade of at most 14 kB before anyone plays', async () => {
    const { bytes, names } = await scriptsOf('player.html');
    assert.ok(bytes > 5_000 && bytes <= BUDGET, `${String(bytes)} B: ${names}`);
    assert.doesNotMatch(names, /hls|skin|tus/);
  });

  it('loads an uploader of at most 14 kB before anyone uploads', async () => {
    const { bytes, names } = await scriptsOf('uploader.html');
    assert.ok(bytes > 5_000 && bytes <= BUDGET, `${String(bytes)} B: ${names}`);
    assert.doesNotMatch(names, /hls|tus/);
  });
});

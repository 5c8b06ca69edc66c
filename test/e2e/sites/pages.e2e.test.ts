import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { DemoPage } from '../support/demo-page.ts';
import { itWithAll } from '../../support/it-with-all.ts';
import { until } from '../../support/until.ts';
import { blockWith } from '../../support/doc-blocks.ts';
import { DemoProcess } from '../support/demo-process.ts';
import { inRepository } from '../../support/repository.ts';
import { groundsOf } from './support/grounds-of.ts';
import { axeFaults, complaintsOf } from '../support/page-complaints.ts';

/** Bytes that a page fetches for an unused element, with the audio description that it names and the page's own script. */
const MOST_OF_PLAYER = 18_700;
/** The element's own budget, the names of later scripts, which change with each build, and the page's own script. */
const MOST_OF_UPLOADER = 16_000;
const PAGES = ['', 'player.html', 'uploader.html', 'recorder.html', 'live.html', 'embed.html'];
/** By these one knows a library or a part of ours in a script, whatever the bundler calls its file. */
const SIGNS = {
  'hls.js': /hlsManifestLoading/,
  'tus-js-client': /Tus-Resumable/i,
  'the skin': /part="?controls/,
};

/** The text of each script that was built for the demo. */
async function allScripts(): Promise<string[]> {
  const folder = inRepository('.build/pages/assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

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

  for (const name of PAGES) {
    const selector = name === 'embed.html' ? 'iframe[src]' : undefined;
    it(`/${name} runs under the strict policy, without an error`, async () => {
      const page = await DemoPage.open(browser, url + name, selector);
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
      assert.deepEqual(await axeFaults(page.page), []);
      await page.close();
    });
  }

  it('/player.html shows the words of the film that plays, and plays the private one', async () => {
    const page = await browser.newPage();
    const problems = complaintsOf(page);
    await page.goto(`${url}player.html`);
    const playOf = (id: string) => page.locator(`#${id}`).getByRole('button', { name: 'Play' }).first();
    const hasPlayed = (id: string) =>
      page.waitForFunction(
        (name) => (document.querySelector<HTMLMediaElement & HTMLElement>(`#${name}`)?.currentTime ?? 0) > 0,
        id,
      );
    await playOf('film').click();
    await hasPlayed('film');
    await page.locator('vh-transcript').getByText('Noon. The water is as blue as the sky.').waitFor();
    for (const id of ['private', 'list']) {
      await playOf(id).click();
      await hasPlayed(id);
    }
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('/player.html takes the look that its form chooses, and says the styles', async () => {
    const page = await browser.newPage();
    await page.goto(`${url}player.html`);
    await page.locator('#film:defined').waitFor();
    await page.getByRole('radio', { name: 'Red' }).check();
    await page.getByRole('radio', { name: 'Round' }).check();
    const grounds = await groundsOf(page.locator('#film'));
    assert.ok(grounds.includes('rgb(179, 38, 30)'), [...new Set(grounds)].join(' '));
    const code = await page.locator('#look-code').textContent();
    assert.match(code ?? '', /--vh-accent: #b3261e;\n.*\n {2}--vh-radius: 20px;/);
    await page.close();
  });

  it('/embed.html shows the frame that its code makes', async () => {
    const page = await browser.newPage();
    const problems = complaintsOf(page);
    await page.goto(`${url}embed.html`);
    await page.getByRole('checkbox', { name: 'No title' }).check();
    const frame = page.frameLocator('#frame');
    await frame.getByRole('button', { name: 'Play' }).first().click();
    const film = frame.locator('vh-player');
    await until(() =>
      film.evaluate((player: HTMLElement & { currentTime: number }) => player.currentTime > 0),
    );
    const address = (await page.locator('#frame').getAttribute('src')) ?? '';
    assert.match(address, /\/vh\/embed\/videos\/\w+\?hideTitle=1$/);
    assert.ok((await page.locator('#frame-code').textContent())?.includes(`src="${address}"`));
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('/uploader.html makes the line bad and good again, and its upload arrives', async () => {
    const page = await DemoPage.open(browser, `${url}uploader.html`);
    const state = page.page.locator('#line').getByRole('status');
    await page.page.getByRole('button', { name: 'Lose an answer' }).click();
    await state.getByText('from now on').waitFor();
    await page.page.locator('#film input[type=file]').setInputFiles(inRepository('test/media/dusk.mp4'));
    const done = await page.uploadDone();
    const rules = (await (await fetch(`${url}_sandbox/faults`)).json()) as { rules: { fired: number }[] };
    assert.equal(
      rules.rules.reduce((sum, { fired }) => sum + fired, 0),
      1,
    );
    assert.match(done, /^\w+$/);
    await page.page.getByRole('button', { name: 'All is well again' }).click();
    await state.getByText('Nothing goes wrong').waitFor();
    assert.deepEqual(await (await fetch(`${url}_sandbox/faults`)).json(), { rules: [] });
    await page.close();
  });

  it('/live.html says how far behind the source its viewer is', async () => {
    const page = await browser.newPage();
    const problems = complaintsOf(page);
    await page.goto(`${url}live.html`);
    await page.locator('#live').getByRole('button', { name: 'Play' }).first().click();
    await page.locator('#behind', { hasText: /^\d+\.\d s$/ }).waitFor();
    await page.locator('#edge', { hasText: 'live' }).waitFor();
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('/ shows the code that the README shows, and copies it', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('vh-uploader:defined').waitFor();
    const shown = await page.locator('pre code').allTextContents();
    const parts = ['<vh-uploader', 'define/vh-uploader.js', 'createBackend({'];
    assert.deepEqual(
      shown,
      parts.map((part) => blockWith('README.md', part).text.trimEnd()),
    );
    const codes = page.locator('figure code, .install code');
    const buttons = page.locator('button.copy');
    assert.equal(await buttons.count(), await codes.count());
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      await button.click();
      await page.locator('button.copy', { hasText: 'Copied' }).waitFor();
      const wanted = await button.evaluate(
        (one) => one.closest('figure, .install')?.querySelector('code')?.textContent,
      );
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), wanted);
      assert.equal((await button.boundingBox())?.width, box?.width, 'nothing moves');
      // One at a time says that it has copied.
      assert.equal(await page.locator('button.copy', { hasText: 'Copied' }).count(), 1);
    }
    await context.close();
  });

  itWithAll('stand in one frame, and say which of them is shown', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 800 } });
    for (const name of PAGES.slice(1)) {
      await page.goto(url + name);
      const current = page.locator('nav [aria-current="page"]');
      assert.deepEqual(
        await current.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname)),
        [`/${name}`],
      );
    }
    await page.goto(url);
    assert.equal(await page.locator('nav [aria-current]').count(), 0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(overflow, 0);
    await page.close();
  });

  itWithAll('have the documents beside them: found by keys, and without a fault that axe finds', async () => {
    for (const [colorScheme, width] of [
      ['light', 1300],
      ['dark', 320],
    ] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      const problems = complaintsOf(page);
      await page.goto(`${url}docs/frameworks.html`);
      await page.getByRole('searchbox', { name: 'Search' }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('optimize unavailable');
      await page.locator('#found a').first().waitFor();
      assert.deepEqual(await axeFaults(page), []);
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.equal(await overflow(), 0);
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      assert.equal(await overflow(), 0, 'from right to left');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/errors\.html#optimize-unavailable$/);
      await page.getByRole('heading', { name: 'optimize-unavailable' }).waitFor();
      await page.goto(`${url}docs/reference/vh-player.html`);
      await page.getByLabel('Filter').fill('volume');
      await page.locator('.filter [role=status]', { hasText: /^\d+ entries$/ }).waitFor();
      const rows = await page.locator('main tbody tr').filter({ visible: true }).allTextContents();
      assert.ok(rows.length > 2 && rows.every((row) => /volume/i.test(row)), rows.join('\n'));
      assert.equal(await page.getByRole('heading', { name: /^Commands of/ }).isVisible(), false);
      assert.deepEqual(await axeFaults(page), []);
      assert.equal(await overflow(), 0, 'the reference');
      assert.deepEqual(problems, []);
      await page.close();
    }
  });

  itWithAll('show a picture of the film before anyone plays, on a machine without ffmpeg, too', async () => {
    const picture = await readFile(inRepository('demo/media/sample.jpg'));
    for (const name of ['', 'player.html']) {
      const page = await browser.newPage();
      await page.goto(`${url}${name}`);
      const film = page.locator('vh-player video[poster]').first();
      await film.waitFor({ state: 'attached' });
      const address = (await film.getAttribute('poster')) ?? '';
      const answer = await page.request.get(new URL(address, page.url()).href);
      assert.deepEqual(await answer.body(), picture, name);
      await page.close();
    }
  });

  it('run the examples of the documents', async () => {
    const page = await browser.newPage();
    const problems = complaintsOf(page, { warnings: true });
    await page.goto(`${url}docs/playing.html`);
    await page.locator('.live vh-player').first().getByRole('button', { name: 'Play' }).first().click();
    await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0);
    await page.locator('.live vh-captions-picker').getByRole('button').first().waitFor();
    await page.goto(`${url}docs/uploading.html`);
    await page.locator('.live vh-uploader:defined').waitFor();
    assert.deepEqual(problems, []);
    await page.close();
  });

  itWithAll('send requests to their own server only', async () => {
    const page = await browser.newPage();
    const others: string[] = [];
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(url)) others.push(request.url());
    });
    for (const name of PAGES) {
      await page.goto(url + name, { waitUntil: 'networkidle' });
    }
    assert.deepEqual(others, []);
    await page.close();
  });

  itWithAll('has no link that leads nowhere', async () => {
    const page = await browser.newPage();
    const seen = new Set<string>();
    const ahead = [url];
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      const address = new URL(next);
      address.hash = '';
      if (seen.has(address.href) || address.origin !== new URL(url).origin) continue;
      seen.add(address.href);
      const answer = await page.goto(address.href);
      assert.equal(answer?.status(), 200, address.href);
      assert.match(answer.headers()['content-type'] ?? '', /^text\/html/, address.href);
      // docs-site.test.ts follows the links of the documents.
      if (address.pathname.startsWith('/docs/')) continue;
      const linksOf = (selector: string) =>
        page.locator(selector).evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
      ahead.push(...(await linksOf('a[href]:not([download])')));
      for (const file of await linksOf('a[href][download]')) {
        assert.equal((await page.request.get(file)).status(), 200, file);
      }
    }
    await page.close();
    // The page, and each of its elements alone.
    assert.ok(seen.size >= 3, [...seen].join(' '));
  });

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

  /**
   * Gzipped bytes of the scripts that a page loads at once, their names, and their modules, for a visitor who saves
   * data: for others the uploader's engine follows when the page is idle.
   */
  async function scriptsOf(name: string): Promise<{ bytes: number; names: string; text: string }> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
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
      text: bodies.join('\n'),
    };
  }

  it('loads code for a viewer or a file on demand', async () => {
    const scripts = await allScripts();
    for (const [what, sign] of Object.entries(SIGNS))
      assert.ok(
        scripts.some((text) => sign.test(text)),
        what,
      );
  });

  it('loads a facade of at most 18.7 kB before anyone plays', async () => {
    const { bytes, names, text } = await scriptsOf('player.html');
    assert.ok(bytes > 5_000 && bytes <= MOST_OF_PLAYER, `${String(bytes)} B: ${names}`);
    for (const sign of Object.values(SIGNS)) assert.doesNotMatch(text, sign);
  });

  it('loads an uploader of at most 16 kB before anyone uploads', async () => {
    const { bytes, names, text } = await scriptsOf('uploader.html');
    assert.ok(bytes > 5_000 && bytes <= MOST_OF_UPLOADER, `${String(bytes)} B: ${names}`);
    for (const sign of Object.values(SIGNS)) assert.doesNotMatch(text, sign);
  });
});

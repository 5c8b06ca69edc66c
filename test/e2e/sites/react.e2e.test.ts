import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Browser } from 'playwright';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { renderFacade } from '../../../src/elements/player/facade/render-facade.ts';
import { launchChromium } from '../support/browser.ts';
import { FrameworkHost } from './support/framework-host.ts';
import { inRepository } from '../../support/repository.ts';
import { SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { complaintsOf } from '../support/page-complaints.ts';

const FIXTURE = 'forms/react-component.jsx';

describe('vh-elements/react on a page that a server has rendered', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let rendered: string;

  before(async () => {
    [sandbox, browser, rendered] = await Promise.all([
      SandboxUnderTest.start(),
      launchChromium(),
      renderOnServer(FIXTURE),
    ]);
  });

  after(async () => {
    await browser.close();
    await sandbox.end();
  });

  it('has each attribute in the HTML', () => {
    const [uploader = ''] = /<vh-uploader[^>]*>/.exec(rendered) ?? [];
    for (const attribute of ['id="film"', 'name="video"', 'required=""', 'max-size="1000000"'])
      assert.ok(uploader.includes(attribute), uploader);
    assert.doesNotMatch(uploader, /multiple|grant/);
    const [player = ''] = /<vh-player[^>]*>/.exec(rendered) ?? [];
    for (const attribute of ['class="small"', 'load="intent"', 'muted=""', 'without-resume=""'])
      assert.ok(player.includes(attribute), player);
  });

  it('gives the elements their properties and handlers when it takes the page over', async () => {
    const host = await FrameworkHost.open(FIXTURE, rendered);
    const page = await browser.newPage();
    const errors = complaintsOf(page);
    await page.route('**/film.mp4', (route) =>
      route.fulfill({ path: inRepository('test/media/dusk.mp4'), contentType: 'video/mp4' }),
    );
    await page.goto(host.address(sandbox.url, await sandbox.token()));
    const player = page.locator('vh-player');
    await player.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => document.querySelector('#plays')?.textContent === 'plays');
    await page.locator('vh-uploader input[type=file]').setInputFiles(inRepository('test/media/tiny.mp4'));
    await page.waitForFunction(() => document.querySelector('#heard')?.textContent !== '');
    // The playback went with the next rendering.
    await page.waitForFunction(
      () => !document.querySelector<HTMLElement & { playback?: object }>('vh-player')?.playback,
    );
    assert.deepEqual(errors, []);
    await page.close();
    await host.close();
  });

  it('takes over the facade that the server has rendered, without a complaint in development', async () => {
    const facade = await renderFacade({ title: 'Dusk </script>', poster: '/poster.jpg', duration: 24 });
    const props = JSON.stringify({ facade }).replaceAll('<', '\\u003c');
    const html = await renderOnServer('forms/react-facade.jsx', { facade });
    const host = await FrameworkHost.open(
      'forms/react-facade.jsx',
      `${html}</main><script id="props" type="application/json">${props}</script>`,
      'development',
    );
    const page = await browser.newPage();
    const said = complaintsOf(page, { warnings: true });
    await page.route(/\/(?:film\.mp4|poster\.jpg)$/, (route) =>
      route.fulfill({
        path: inRepository('test/media', route.request().url().endsWith('mp4') ? 'dusk.mp4' : 'dusk.jpg'),
      }),
    );
    await page.goto(host.address(sandbox.url, ''));
    assert.equal(await page.locator('vh-player .title').first().textContent(), 'Dusk </script>');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => document.querySelector('#plays')?.textContent === 'plays');
    assert.deepEqual(said, []);
    await page.close();
    await host.close();
  });
});

/** What a server makes of the fixture, in development, where React says what it does not like. */
async function renderOnServer(fixture: string, props: object = {}): Promise<string> {
  const folder = await mkdtemp(inRepository('.build', 'react-'));
  try {
    const file = path.join(folder, 'app.mjs');
    await build({
      entryPoints: [inRepository('test/frameworks', fixture)],
      outfile: file,
      bundle: true,
      platform: 'node',
      format: 'esm',
      jsx: 'automatic',
      external: ['react', 'react-dom', 'vh-elements'],
    });
    const { App } = (await import(pathToFileURL(file).href)) as { App: FunctionComponent };
    return renderToString(createElement(App, props));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

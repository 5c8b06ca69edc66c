import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { createBackend, renderPlayback, toNodeListener } from '../../../src/backend/index.ts';
import { launchChromium } from '../support/browser.ts';
import { inRepository } from '../../support/repository.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { isSettled, KEY, SandboxUnderTest, textOf } from '../../support/sandbox/sandbox.ts';

const TITLE = '</script><script>document.title="hit"</script><img src=x onerror=document.title="hit">';

describe('a playback that the server writes into a page with a strict policy', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let server: Server;
  let url: string;
  before(async () => {
    [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium()]);
    const { body } = await sandbox.ask('POST', '/videos', { json: { title: TITLE, public: false } });
    const id = textOf(body, 'videoId');
    await sandbox.upload(id, await film('h264-aac.mp4'));
    await sandbox.statusWhen(id, isSettled);
    const backend = createBackend({
      baseUrl: sandbox.url,
      apiKey: KEY,
      basePath: '/vh',
      authorize: () => true,
    });
    const listener = toNodeListener(backend);
    const policy = [
      `default-src 'self' ${sandbox.url}; media-src blob: ${sandbox.url}; script-src 'self'; style-src 'self'`,
      "object-src 'none'; require-trusted-types-for 'script'",
    ].join('; ');
    server = createServer((request, response) => {
      void (async () => {
        const { pathname } = new URL(request.url ?? '/', 'http://site');
        if (pathname.startsWith('/vh/')) return listener(request, response);
        if (/^\/[\w-]+\.js$/.test(pathname)) {
          response.setHeader('content-type', 'text/javascript');
          return response.end(await readFile(inRepository('dist/cdn', pathname.slice(1))));
        }
        const playback = await backend.playback(new Request('http://site/'), { kind: 'video', id });
        response.writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
        });
        response.end(`<!doctype html><title>page</title><script type="module" src="/vh-elements.js"></script>
          <vh-player backend="/vh" video-id="${id}" muted>${renderPlayback(playback)}</vh-player>`);
      })().catch(() => response.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  after(async () => {
    await browser.close();
    server.close();
    server.closeAllConnections();
    await sandbox.end();
  });

  it('plays a private video without asking, breaks no rule of the policy, and shows its title as text', async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text());
    });
    await page.goto(`${url}/page`);
    const player = page.locator('vh-player');
    await player.locator('[part=title]').getByText(TITLE, { exact: true }).waitFor();
    await player.locator('[part=play-button]').click();
    await page.waitForFunction(() => {
      const video = document.querySelector<HTMLVideoElement & Element>('vh-player');
      return video !== null && video.currentTime > 0;
    });
    assert.equal(await page.title(), 'page');
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/vh/')),
      [],
    );
    assert.deepEqual(
      said.filter((text) => /policy|trusted/i.test(text)),
      [],
    );
  });
});

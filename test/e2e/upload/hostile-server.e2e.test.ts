import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import type {} from '../../../src/define/vh-uploader.ts';
import { launchChromium } from '../support/browser.ts';
import { inRepository } from '../../support/repository.ts';
import { StrictPage } from '../support/strict-page.ts';

const TOKEN = 'canary-token-7f3e';
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, content-range, content-type, tus-resumable, upload-id, upload-length, upload-metadata, upload-offset',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-expose-headers': 'location, upload-offset',
};

describe('an upload to a hostile server', () => {
  let browser: Browser;
  let site: StrictPage;
  const servers: Server[] = [];
  before(async () => {
    [browser, site] = await Promise.all([launchChromium(), StrictPage.serve('<vh-uploader></vh-uploader>')]);
  });
  after(async () => {
    await browser.close();
    site.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Serves on an origin of its own; what a browser only asks leave for is granted. */
  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer((request, response) => {
      for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
      if (request.method === 'OPTIONS') response.writeHead(204).end();
      else answer(request, response);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  /** Uploads a film there, and gives the page's last outcome: an error's code, or that it is done. */
  async function upload(protocol: string, url: string): Promise<string> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.url);
    await page.locator('vh-uploader:defined').waitFor();
    await page.evaluate(
      (grant) => {
        const uploader = document.querySelector('vh-uploader');
        Object.assign(uploader ?? {}, { grant });
        const report = (text: string) => (document.body.dataset['outcome'] ??= text);
        uploader?.addEventListener('vh-upload-done', () => report('done'));
        uploader?.addEventListener('vh-error', ({ code }) => report(code));
      },
      { protocol, url, token: TOKEN, videoId: 'viG' },
    );
    await page.locator('input[type=file]').setInputFiles(inRepository('test/media/tiny.mp4'));
    const handle = await page.waitForFunction(() => document.body.dataset['outcome']);
    const outcome = String(await handle.jsonValue());
    await context.close();
    return outcome;
  }

  for (const protocol of ['parts', 'put', 'tus']) {
    it(`takes no token along to where a redirect leads (${protocol})`, { timeout: 60_000 }, async () => {
      const seen: string[] = [];
      const elsewhere = await serve((request, response) => {
        seen.push(`${String(request.url)} ${JSON.stringify(request.headers)}`);
        request.resume();
        response.writeHead(201, { 'location': '/upload/1', 'content-type': 'application/json' });
        response.end('{"videoId":"viG"}');
      });
      const url = await serve((request, response) => {
        request.resume();
        response.writeHead(307, { location: `${elsewhere}/upload` }).end();
      });
      assert.equal(await upload(protocol, `${url}/upload`), 'unexpected-answer');
      assert.deepEqual(
        seen.filter((text) => text.includes(TOKEN)),
        [],
      );
    });
  }

  it('reads no answer without end', { timeout: 60_000 }, async () => {
    let written = 0;
    const url = await serve((request, response) => {
      if (request.method !== 'POST') return void response.writeHead(404).end();
      request.resume();
      response.writeHead(201, { 'content-type': 'application/json' });
      response.write('{"videoId":"viG","title":"');
      const more = 'x'.repeat(2 ** 16);
      const go = () => {
        while (!response.destroyed && (written += more.length) && response.write(more));
      };
      response.on('drain', go);
      go();
    });
    assert.equal(await upload('parts', `${url}/upload`), 'done');
    // What lies in buffers on the way is not read.
    assert.ok(written < 64 * 2 ** 20, String(written));
  });
});

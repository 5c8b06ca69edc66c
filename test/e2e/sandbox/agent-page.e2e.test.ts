import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inRepository } from '../../support/repository.ts';
import { Agent } from '../../support/sandbox/agent.ts';

interface Opened {
  title: string;
  elements: { tag: string; id?: string; registered: boolean; error?: string; currentTime?: number }[];
  console: string[];
  errors: string[];
  failedRequests: string[];
  missed: string[];
}

const { findChromium } = (await import(
  new URL('../../../../scripts/system/browsers.mjs', import.meta.url).href
)) as { findChromium: () => string | undefined };
const browser = () => {
  const browserPath = findChromium();
  return browserPath === undefined ? {} : { browserPath };
};

const PAGES: Readonly<Record<string, string>> = {
  '/wrong': `<!doctype html><title>Wrong</title>
    <vh-player id="film" video-id="none"></vh-player>
    <script>console.error('a word for developers'); fetch('/missing?token=secret'); setTimeout(() => { throw new Error('thrown late'); });</script>`,
};

describe('open_page, the tool for coding agents', () => {
  let agent: Agent;
  let server: Server;
  let origin: string;
  before(async () => {
    agent = new Agent(inRepository('.'));
    server = createServer((request, response) => {
      const html = PAGES[request.url ?? ''];
      response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  after(async () => {
    await agent.end();
    server.close();
    server.closeAllConnections();
  });

  it('says what a page hides from who looks at it, without its secrets', async () => {
    const page = await agent.use<Opened>('open_page', { url: `${origin}/wrong`, ...browser() });
    assert.equal(page.title, 'Wrong');
    assert.ok(page.console.includes('error: a word for developers'), page.console.join('\n'));
    assert.deepEqual(page.errors, ['thrown late']);
    assert.ok(page.failedRequests.includes(`GET ${origin}/missing: 404`), page.failedRequests.join('\n'));
    assert.deepEqual(
      page.elements.map(({ tag, id, registered }) => ({ tag, id, registered })),
      [{ tag: 'vh-player', id: 'film', registered: false }],
    );
    assert.doesNotMatch(JSON.stringify(page), /secret/);
  });

  it('says what it waited for in vain, and shows a picture', async () => {
    const { content, structuredContent } = await agent.call('open_page', {
      ...{ url: `${origin}/wrong`, screenshot: true, waitFor: '#nowhere', waitSeconds: 1 },
      ...browser(),
    });
    assert.deepEqual(structuredContent?.['missed'], ['the selector #nowhere']);
    const picture = content.find(({ type }) => type === 'image');
    assert.deepEqual([...Buffer.from(picture?.data ?? '', 'base64').subarray(1, 4)], [...Buffer.from('PNG')]);
  });

  it('plays a film of the sandbox', async () => {
    await agent.use('start_sandbox');
    const { videoId } = await agent.use<{ videoId: string }>('upload_film', {
      file: inRepository('test/media/sandbox/h264-aac.mp4'),
    });
    const { answer } = await agent.use<{ answer: { assets: { player: string } } }>('ask_service', {
      method: 'GET',
      path: `/videos/${videoId}`,
    });
    const page = await agent.use<Opened>('open_page', {
      ...{ url: answer.assets.player, play: true },
      ...browser(),
    });
    const player = page.elements.find(({ tag }) => tag === 'vh-player');
    assert.ok(player?.registered, JSON.stringify(page));
    assert.deepEqual(page.missed, []);
    assert.ok((player.currentTime ?? 0) > 0.2);
    assert.deepEqual([page.errors, page.failedRequests], [[], []]);
  });

  it('says how to have a browser where the project has none', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'agent-page-'));
    const elsewhere = new Agent(folder);
    await assert.rejects(
      elsewhere.use('open_page', { url: origin }),
      /no Playwright: npm install --save-dev playwright/,
    );
    await assert.rejects(elsewhere.use('open_page', { url: 'file:///etc/hosts' }), /http:\/\/ or https:\/\//);
    await elsewhere.end();
    await rm(folder, { recursive: true });
  });
});

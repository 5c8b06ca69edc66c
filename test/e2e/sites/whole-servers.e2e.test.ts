import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { Consumer } from '../../support/package/consumer.ts';
import { cells } from '../../support/division.ts';
import { blockWith } from '../../support/doc-blocks.ts';
import { FrameworkServer } from '../../support/frameworks/framework-server.ts';
import { freePort } from '../../support/frameworks/languages.ts';
import { inRepository } from '../../support/repository.ts';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { faultsUnderForeignVisitors } from '../../support/backend/foreign-visitors.ts';
import { faultsUnderStrangeRequests } from '../../support/backend/strange-requests.ts';

const PASSWORD = 'the password of the author';
const basicOf = (password: string) => `Basic ${Buffer.from(`author:${password}`).toString('base64')}`;
const basic = basicOf(PASSWORD);

/** The programs of docs/servers.md: a text of each, its file, and what starts it. */
const PROGRAMS = [
  { name: 'Express', part: "from 'express'", file: 'express.mjs', command: process.execPath },
  { name: 'Python', part: 'VhBackend(', file: 'server.py', command: 'python3' },
  { name: 'another service', part: 'createUpload', file: 'other.mjs', command: process.execPath },
] as const;

describe('a whole server of docs/servers.md', () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let consumer: Consumer;
  before(async () => {
    [sandbox, browser, consumer] = await Promise.all([
      SandboxUnderTest.start(),
      launchChromium(),
      Consumer.create('whole-servers'),
    ]);
    await cp(inRepository('backends/python/vh_backend.py'), `${consumer.folder}/vh_backend.py`);
    await cp(inRepository('dist/cdn'), `${consumer.folder}/vh-elements`, { recursive: true });
  });
  after(async () => {
    await browser.close();
    await sandbox.end();
  });

  const start = async (
    t: TestContext,
    { part, file, command }: (typeof PROGRAMS)[number],
    password = PASSWORD,
  ) => {
    await consumer.write({ [file]: blockWith('docs/servers.md', part).text });
    const port = await freePort();
    const server = await FrameworkServer.start({
      command,
      words: [file],
      cwd: consumer.folder,
      env: {
        ...{ VH_BASE_URL: sandbox.url, VH_API_KEY: KEY, SITE_PASSWORD: password, PORT: port },
        PYTHONDONTWRITEBYTECODE: '1',
      },
      ready: /^http:\/\/127\.0\.0\.1:(\d+)$/,
    });
    t.after(() => server.end());
    return { url: new URL(server.url).origin, said: server.said };
  };

  for (const program of cells(PROGRAMS, 2)) {
    it(
      `uploads a film and plays it, and refuses other visitors: ${program.name}`,
      { timeout: 120_000 },
      async (t) => {
        const { url } = await start(t, program);
        assert.equal((await fetch(url)).status, 401);
        const json = { 'content-type': 'application/json', 'x-vh-request': '1', 'origin': url };
        for (const path of ['/vh/grants', '/grants', '/film']) {
          const file = { name: 'film.mp4', size: 5, type: 'video/mp4' };
          const body = JSON.stringify({ action: 'upload', file, name: 'film', id: 'vi1' });
          const { status } = await fetch(url + path, { method: 'POST', headers: json, body });
          assert.ok([401, 403, 404, 405, 501].includes(status), `${path}: ${String(status)}`);
        }
        const context = await browser.newContext({
          httpCredentials: { username: 'author', password: PASSWORD },
        });
        t.after(() => context.close());
        const page = await context.newPage();
        const problems: string[] = [];
        page.on('pageerror', ({ message }) => problems.push(message));
        page.on('console', (message) => {
          if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
        });
        await page.goto(url);
        await page
          .locator('vh-uploader input[type=file]')
          .setInputFiles(inRepository('demo/media/sample.mp4'));
        const player = page.locator('vh-player:is([video-id], [src])');
        await player.getByRole('button', { name: /play/i }).first().click();
        await page.waitForFunction(() => {
          const media = document.querySelector<HTMLElement & { media?: HTMLVideoElement }>(
            'vh-player',
          )?.media;
          return media !== undefined && media.currentTime > 0;
        });
        // A browser asks for an icon unasked.
        assert.deepEqual(
          problems.filter((line) => !line.includes('/favicon.ico')),
          [],
        );
        assert.deepEqual(await faultsUnderStrangeRequests(url), []);
        const strangers = [basic.slice(0, -1), 'Basic', basic.toLowerCase()].map((authorization) => ({
          authorization,
        }));
        if (program.name === 'another service') {
          // A page of another site can send a form, and nothing that needs leave first.
          const asAuthor = { authorization: basic, origin: 'https://evil.example' };
          const statusOf = async (type: string, body: string) => {
            const headers = { ...asAuthor, 'content-type': type };
            return (await fetch(`${url}/grants`, { method: 'POST', headers, body })).status;
          };
          assert.equal(await statusOf('text/plain', '{"name":"film"}'), 404);
          assert.equal(await statusOf('application/json', `{"name":"${'x'.repeat(100_000)}"}`), 502);
          const leave = await fetch(`${url}/grants`, { method: 'OPTIONS', headers: asAuthor });
          assert.equal(leave.headers.get('access-control-allow-origin'), null);
        } else {
          const author = { authorization: basic };
          assert.deepEqual(await faultsUnderForeignVisitors(url, author, strangers), []);
        }
        const withPassword = (authorization: string) => fetch(url, { headers: { authorization } });
        const open = await withPassword(basic);
        assert.equal(open.status, 200);
        // No other site frames it and has its visitor press there.
        assert.match(open.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/);
        for (const wrong of [basic.slice(0, -1), `${basic}x`, basic.toLowerCase(), 'Basic', ''])
          assert.equal((await withPassword(wrong)).status, 401, wrong);
        await assert.rejects(start(t, program, 'secret'), /ended before it was ready/);
        const { url: other, said } = await start(t, program, '');
        const [, made = ''] = /^The name is author, the password ([\w-]{16})$/.exec(said.join('\n')) ?? [];
        for (const [password, status] of [
          ['', 401],
          ['undefined', 401],
          [made, 200],
        ] as const)
          assert.equal(
            (await fetch(other, { headers: { authorization: basicOf(password) } })).status,
            status,
            password,
          );
      },
    );
  }
});

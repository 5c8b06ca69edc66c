import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Consumer } from '../support/consumer.ts';
import { blockWith } from '../support/doc-blocks.ts';
import { eventually } from '../support/eventually.ts';
import { FrameworkServer, type Launch } from '../support/frameworks/framework-server.ts';
import { freePort } from '../support/frameworks/languages.ts';
import { inRepository } from '../support/repository.ts';
import { KEY } from '../support/sandbox.ts';
import { withSiblings } from '../support/siblings.ts';
import { faultsUnderStrangeRequests, statusOf } from '../support/strangers/strange-requests.ts';

// Every server that the package ships, and every one that the documents print.
describe('a server that people copy', () => {
  let consumer: Consumer;
  const running: FrameworkServer[] = [];
  const env = { VH_BASE_URL: 'http://127.0.0.1:9', VH_API_KEY: KEY };

  before(async () => {
    consumer = await withSiblings('printed-servers');
    const made = await consumer.node(
      path.join(consumer.folder, 'node_modules/create-vh-elements/create.mjs'),
      'site',
    );
    assert.ok(made.ok, made.output);
  });
  after(() => Promise.all(running.map((one) => one.end())));

  async function start(launch: Omit<Launch, 'command'>): Promise<string> {
    const server = await FrameworkServer.start({ command: process.execPath, env, ...launch });
    running.push(server);
    return new URL(server.url).origin;
  }

  /** Starts a program that says nothing when it is ready. */
  async function startSilent(name: string, text: string): Promise<string> {
    const port = await freePort();
    await consumer.write({ [name]: `${text}\nconsole.log('ready');\n` });
    const words = [path.join(consumer.folder, name)];
    const url = await start({ words, env: { ...env, PORT: port }, ready: /^ready/, port });
    await eventually(() => statusOf(url, '/', new URL(url).host).catch(() => undefined));
    return url;
  }

  it('is the template’s own, with the sandbox', async () => {
    const cwd = path.join(consumer.folder, 'site');
    const url = await start({
      words: ['start.js'],
      cwd,
      ready: /^The site: +http:\/\/localhost:(\d+)\//,
    });
    assert.deepEqual(await faultsUnderStrangeRequests(url), []);
    assert.equal(await statusOf(url, '/', 'localhost'), 200);
    // Under a foreign name that points at this machine there is no page and no upload.
    assert.equal(await statusOf(url, '/vh/playback/videos/vi1', 'evil.example'), 404);
  });

  it('is the template’s own, with a real service', async () => {
    const cwd = path.join(consumer.folder, 'site');
    const url = await start({
      words: ['serve.js'],
      cwd,
      ready: /^The site: +http:\/\/localhost:(\d+)\//,
    });
    assert.deepEqual(await faultsUnderStrangeRequests(url), []);
  });

  it('is that of the frameworks’ projects', async () => {
    await consumer.write({
      'projects/server.mjs': readFileSync(inRepository('test/frameworks/projects/server.mjs'), 'utf8'),
      'projects/public/index.html': '<!doctype html>',
    });
    const url = await start({
      words: ['server.mjs', 'public'],
      cwd: path.join(consumer.folder, 'projects'),
      ready: /^http:\/\/127\.0\.0\.1:(\d+)$/,
    });
    assert.deepEqual(await faultsUnderStrangeRequests(url), []);
    assert.equal(await statusOf(url, '/', 'localhost'), 200);
  });

  for (const [page, part] of [
    ['README.md', 'createServer(toNodeListener'],
    ['docs/embed.md', 'createServer(toNodeListener'],
    ['docs/backend.md', 'createServer(async'],
  ] as const) {
    it(`is that of ${page}`, async () => {
      const { text } = blockWith(page, part);
      const program = text.replace(/\.listen\([^)]*\)+/, '.listen(Number(process.env.PORT))');
      const url = await startSilent(`${path.basename(page, '.md')}.mjs`, program);
      assert.deepEqual(await faultsUnderStrangeRequests(url), []);
    });
  }

  /** What the server says to an upload with a cookie: 403 for a stranger; for others, the service is not there. */
  async function grantWith(url: string, cookie?: string): Promise<number> {
    const file = { name: 'film.mp4', size: 5, type: 'video/mp4' };
    const response = await fetch(`${url}/vh/grants`, {
      method: 'POST',
      headers: {
        'origin': url,
        'content-type': 'application/json',
        'x-vh-request': '1',
        ...(cookie === undefined ? {} : { cookie }),
      },
      body: JSON.stringify({ action: 'upload', file }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** Cookies that hold the words of a session, and are not that session. */
  const FOREIGN_COOKIES = [
    undefined,
    'session=',
    'session=abd',
    'other-session=abc',
    'other.session=abc',
    'note=session=abc',
    'note=a b session=abc',
    'session=abc.def',
    'session=abc def',
    'session=constructor',
    'SESSION=abc',
  ];

  /** Starts a program whose store of sessions has one, and tries to pass for it. */
  async function tryCookies(start: (program: (text: string) => string) => Promise<string>): Promise<void> {
    const url = await start((text) => {
      assert.match(text, /const sessions = new Map\(\)/);
      return text.replace('new Map()', "new Map([['abc', 'a user']])");
    });
    for (const cookie of FOREIGN_COOKIES) assert.equal(await grantWith(url, cookie), 403, String(cookie));
    for (const cookie of [
      'session=abc',
      'a=1; session=abc',
      'session=abc; b=2',
      'xsession=1; session=abc; b=',
    ])
      assert.equal(await grantWith(url, cookie), 502, cookie);
  }

  for (const page of ['README.md', 'docs/agents.md']) {
    it(`takes no other cookie for a session: ${page}`, () =>
      tryCookies((known) => {
        const { text } = blockWith(page, 'createServer(toNodeListener');
        return startSilent(`${path.basename(page, '.md')}-sessions.mjs`, known(text));
      }));
  }

  it('takes no other cookie for a session: the template', () =>
    tryCookies(async (known) => {
      const cwd = path.join(consumer.folder, 'site');
      const text = readFileSync(path.join(cwd, 'serve.js'), 'utf8');
      await consumer.write({ 'site/serve-sessions.js': known(text) });
      const ready = /^The site: +http:\/\/localhost:(\d+)\//;
      return (await start({ words: ['serve-sessions.js'], cwd, ready })).replace('127.0.0.1', 'localhost');
    }));

  for (const name of ['node.mjs', 'express.mjs']) {
    it(`is the example ${name}`, async () => {
      const url = await start({ words: [inRepository('test/frameworks', name)] });
      assert.deepEqual(await faultsUnderStrangeRequests(url), []);
    });
  }
});

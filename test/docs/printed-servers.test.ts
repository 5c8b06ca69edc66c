import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { transform } from 'esbuild';
import type { Consumer } from '../support/package/consumer.ts';
import { blockWith } from '../support/doc-blocks.ts';
import { eventually } from '../support/eventually.ts';
import { FrameworkServer, type Launch } from '../support/frameworks/framework-server.ts';
import { freePort } from '../support/frameworks/languages.ts';
import { inRepository } from '../support/repository.ts';
import { KEY } from '../support/sandbox/sandbox.ts';
import { withSiblings } from '../support/package/siblings.ts';
import { faultsUnderForeignVisitors, grantStatus } from '../support/backend/foreign-visitors.ts';
import { faultsUnderStrangeRequests, statusOf } from '../support/backend/strange-requests.ts';

/** Texts that people read or copy, by their paths in the repository. */
const filesIn = (folder: string) =>
  readdirSync(inRepository(folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /(?:\.(?:md|yaml|yml|json|env|m?js)|file)$/.test(name) && !/node_modules|dist/.test(name),
    )
    .map((name) => `${folder}/${name}`)
    .filter((name) => statSync(inRepository(name)).isFile());

/** The session store of a printed server, which its reader replaces. */
const EMPTY_STORE = /sessions = new Map(?:<string, string>)?\(\)/;

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
      const program = text.replace(/\.listen\(\d+/, '.listen(Number(process.env.PORT)');
      const url = await startSilent(`${path.basename(page, '.md')}.mjs`, program);
      assert.deepEqual(await faultsUnderStrangeRequests(url), []);
    });
  }

  /** Cookies that hold the words of a session, and are not that session. */
  const FOREIGN_COOKIES = [
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

  /** Tries to pass for the one session that a server knows, and what else strangers try. */
  async function tryVisitors(url: string): Promise<void> {
    const strangers = FOREIGN_COOKIES.map((cookie) => ({ cookie }));
    assert.deepEqual(await faultsUnderForeignVisitors(url, { cookie: 'session=abc' }, strangers), []);
    // Who has it is let in: the service is not there.
    for (const cookie of [
      'session=abc',
      'a=1; session=abc',
      'session=abc; b=2',
      'xsession=1; session=abc; b=',
    ])
      assert.equal(await grantStatus(url, { cookie }), 502, cookie);
    // This machine alone: a proxy before it brings visitors.
    const elsewhere = new URL(url);
    elsewhere.hostname = '127.0.0.2';
    await assert.rejects(fetch(elsewhere), elsewhere.href);
  }

  /** Starts a program whose store of sessions has one, and tries to pass for it. */
  async function tryCookies(start: (program: (text: string) => string) => Promise<string>): Promise<void> {
    const url = await start((text) => {
      assert.match(text, EMPTY_STORE);
      return text.replace(EMPTY_STORE, "sessions = new Map([['abc', 'a user']])");
    });
    await tryVisitors(url);
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

  it('takes no other cookie for a session: the frameworks’ projects', () =>
    tryCookies(async (known) => {
      const text = readFileSync(inRepository('test/frameworks/projects/server.mjs'), 'utf8');
      await consumer.write({ 'projects/sessions.mjs': known(text) });
      const cwd = path.join(consumer.folder, 'projects');
      return start({ words: ['sessions.mjs', 'public'], cwd, ready: /^http:\/\/127\.0\.0\.1:(\d+)$/ });
    }));

  // What each framework hands to the route, and what it takes from it.
  for (const [name, part, handler] of [
    ['next', 'handle as GET', 'route.POST'],
    ['nuxt', 'fromWebHandler', 'route.default'],
    ['sveltekit', '@sveltejs/kit', '(request) => route.fallback({ request })'],
    ['astro', 'APIRoute', '(request) => route.ALL({ request })'],
  ] as const) {
    it(`takes no other cookie for a session: the route of ${name}`, () =>
      tryCookies(async (known) => {
        const { text } = blockWith('docs/frameworks.md', part);
        const { code } = await transform(known(text), { loader: 'ts' });
        const own = code.replace(/import \{ env \} from .*;/, 'const { env } = process;');
        await consumer.write({ [`${name}-route.mjs`]: own });
        return startSilent(
          `${name}-server.mjs`,
          `import { createServer } from 'node:http';
          import { toNodeListener } from 'vh-elements/backend';
          globalThis.fromWebHandler = (handler) => handler;
          const route = await import('./${name}-route.mjs');
          createServer(toNodeListener(${handler})).listen(Number(process.env.PORT), '127.0.0.1');`,
        );
      }));
  }

  it('is that of docs/operating.md, and the machines’ own addresses are not where visitors come', async () => {
    const { text } = blockWith('docs/operating.md', 'backend.operations');
    const own = await freePort();
    const program = text.replace('.listen(3000', '.listen(Number(process.env.PORT)').replace('9090', own);
    const url = await startSilent('operating.mjs', program);
    assert.deepEqual(await faultsUnderStrangeRequests(url), []);
    assert.deepEqual(await faultsUnderForeignVisitors(url, {}, []), []);
    const operations = `http://127.0.0.1:${own}`;
    assert.equal((await fetch(`${operations}/livez`)).status, 200);
    for (const path of ['/livez', '/readyz', '/metrics', '/vh/metrics'])
      assert.equal((await fetch(url + path)).status, 404, path);
    assert.deepEqual(await faultsUnderStrangeRequests(operations), []);
    for (const one of [url, operations])
      await assert.rejects(fetch(one.replace('127.0.0.1', '127.0.0.2')), one);
  });

  it('is that of the containers', async () => {
    const text = readFileSync(inRepository('integrations/docker/backend/server.mjs'), 'utf8');
    await consumer.write({ 'container.mjs': text });
    const words = [path.join(consumer.folder, 'container.mjs')];
    const more = { ...env, OPERATIONS_PORT: '0' };
    for (const SITE_PASSWORD of ['', 'secret']) {
      const { ok, output } = await consumer.nodeIn(consumer.folder, { ...more, SITE_PASSWORD }, ...words);
      assert.ok(!ok);
      assert.match(output, /SITE_PASSWORD is missing, or shorter than 12 characters/);
    }
    const password = 'the password of the author';
    const authorization = `Basic ${btoa(`author:${password}`)}`;
    const url = await start({
      words,
      env: { ...more, SITE_PASSWORD: password },
      ready: /^\{"port":(\d+),/,
    });
    assert.deepEqual(await faultsUnderStrangeRequests(url), []);
    const wrong = ['Basic', authorization.slice(0, -1), `${authorization}=`, `Basic ${btoa('author:')}`];
    const strangers = wrong.map((one) => ({ authorization: one }));
    assert.deepEqual(await faultsUnderForeignVisitors(url, { authorization }, strangers), []);
    assert.equal(await grantStatus(url, { authorization }), 502);
  });

  it('has no password or key that everybody knows', () => {
    const known = /\b(?:[A-Z_]*(?:PASSWORD|SECRET|KEY|TOKEN)=["']?(?!KEY\b)[\w-]|USERS=\S*:\w)/;
    const lines = [
      ...filesIn('docs'),
      ...filesIn('integrations'),
      ...filesIn('packages'),
      'README.md',
    ].flatMap((file) =>
      readFileSync(inRepository(file), 'utf8')
        .split('\n')
        .filter((line) => known.test(line))
        .map((line) => `${file}: ${line}`),
    );
    assert.deepEqual(lines, []);
  });

  for (const name of ['node.mjs', 'express.mjs']) {
    it(`is the example ${name}`, async () => {
      const url = await start({ words: [inRepository('test/frameworks/servers', name)] });
      assert.deepEqual(await faultsUnderStrangeRequests(url), []);
    });
  }
});

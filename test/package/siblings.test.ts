import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { isBuiltin } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { createSandbox } from '../../packages/vh-elements-sandbox/src/sandbox.ts';
import type { createSandbox as Described } from '../../packages/vh-elements-sandbox/index.d.ts';
import type { Consumer } from '../support/package/consumer.ts';
import { eventually } from '../support/eventually.ts';
import { FrameworkServer } from '../support/frameworks/framework-server.ts';
import { film } from '../support/sandbox/sandbox-bytes.ts';
import { formOf, KEY, request, textOf } from '../support/sandbox/sandbox.ts';
import { withSiblings } from '../support/package/siblings.ts';

// The types that are sent with the sandbox are written by hand: they must be true.
const described: typeof Described = createSandbox;

let consumer: Consumer;
const running: FrameworkServer[] = [];
const inPackages = (...names: string[]) => path.join(consumer.folder, 'node_modules', ...names);

before(async () => {
  consumer = await withSiblings('siblings');
});
after(() => Promise.all(running.map((one) => one.end())));

/** Starts a program of the project; gives back the origin that it says. */
async function start(words: string[], ready: RegExp, env: Record<string, string> = {}): Promise<string> {
  const cwd = consumer.folder;
  const server = await FrameworkServer.start({ command: process.execPath, words, cwd, env, ready });
  running.push(server);
  return new URL(server.url).origin;
}

describe('vh-elements-sandbox, as npm sends it', () => {
  const main = () => inPackages('vh-elements-sandbox', 'src/main.js');

  it('is a sound package of the same version', async () => {
    assert.equal(typeof described, 'function');
    for (const name of ['vh-elements-sandbox', 'create-vh-elements']) {
      const about = JSON.parse(readFileSync(inPackages(name, 'package.json'), 'utf8')) as { version: string };
      const own = JSON.parse(readFileSync(inPackages('vh-elements', 'package.json'), 'utf8')) as typeof about;
      assert.equal(about.version, own.version);
      const { messages } = await publint({ pkgDir: inPackages(name), strict: true });
      assert.deepEqual(
        messages.map((message) => formatMessage(message, about)),
        [],
      );
    }
  });

  it('names every package that it imports', () => {
    const { dependencies } = JSON.parse(
      readFileSync(inPackages('vh-elements-sandbox', 'package.json'), 'utf8'),
    ) as { dependencies: Record<string, string> };
    const files = readdirSync(inPackages('vh-elements-sandbox'), { recursive: true, encoding: 'utf8' });
    const scripts = files.filter((file) => file.endsWith('.js'));
    assert.ok(scripts.length > 100);
    const imported = scripts.flatMap((file) => {
      const text = readFileSync(inPackages('vh-elements-sandbox', file), 'utf8');
      return [...text.matchAll(/^(?:import|export|\}) .*?from ['"]([^.'"][^'"]*)['"];$/gm)].map(
        ([, name = '']) => name,
      );
    });
    const names = new Set(
      imported.filter((name) => !isBuiltin(name)).map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0]),
    );
    assert.deepEqual([...names].sort(), Object.keys(dependencies).sort());
  });

  it('serves uploads, its own page and embed pages', async () => {
    const words = [
      main(),
      '--port',
      '0',
      '--no-rtmp',
      '--no-ffmpeg',
      '--data',
      'sandbox-data',
      '--api-key',
      KEY,
    ];
    const url = await start(words, /"url":"http:\/\/127\.0\.0\.1:(\d+)"/);
    const { body } = await request('POST', `${url}/videos`, { json: { title: 'A film' } });
    const videoId = textOf(body, 'videoId');
    await request('POST', `${url}/videos/${videoId}/source`, { form: formOf(await film('h264-aac.mp4')) });
    // Packaging runs in a program of its own, which has to find itself.
    await eventually(async () => {
      const { text } = await request('GET', `${url}/videos/${videoId}/status`);
      return /"playable":true/.test(text) || undefined;
    });
    for (const [place, type] of Object.entries({
      '/_sandbox': 'application/json',
      '/_sandbox/assets/frame.css': 'text/css',
      '/_sandbox/console': 'text/html',
      '/_sandbox/assets/console/console.css': 'text/css',
      '/_sandbox/assets/console/console.js': 'text/javascript',
      '/_sandbox/assets/elements/vh-elements.js': 'text/javascript',
      [`/embed/vod/${videoId}`]: 'text/html',
      '/embed/assets/vh-embed.js': 'text/javascript',
      '/reference/reference.css': 'text/css',
      '/openapi.json': 'application/json',
    })) {
      const { status, headers } = await request('GET', url + place, { authorization: false });
      assert.deepEqual([place, status, headers.get('content-type')?.split(';')[0]], [place, 200, type]);
    }
  });
});

describe('npm create vh-elements', () => {
  const create = (...words: string[]) =>
    consumer.node(inPackages('create-vh-elements', 'create.mjs'), ...words);

  it('explains itself, and overwrites nothing', async () => {
    assert.match((await create('--help')).output, /vh-site/);
    assert.equal((await create('one', 'two')).ok, false);
    await mkdir(path.join(consumer.folder, 'taken'), { recursive: true });
    await writeFile(path.join(consumer.folder, 'taken', 'file'), 'mine');
    const { ok, output } = await create('taken');
    assert.equal(ok, false);
    assert.match(output, /taken is not empty/);
    assert.deepEqual(readdirSync(path.join(consumer.folder, 'taken')), ['file']);
    for (const where of ['taken/file', 'taken/file/site']) {
      const onFile = await create(where);
      assert.equal(onFile.ok, false);
      assert.match(onFile.output, /^(?:There is a file named|The folder .* cannot be written)/);
      assert.doesNotMatch(onFile.output, /^ +at /m);
    }
  });

  it('names the templates where it does not know the one that was asked for', async () => {
    const { ok, output } = await create('other', '--template', 'constructor');
    assert.equal(ok, false);
    assert.match(output, /^There is no template named "constructor"/);
    for (const name of ['plain', 'express', 'vite-react', 'next', 'sveltekit', 'astro', 'php', 'flask'])
      assert.match(output, new RegExp(`^  ${name} `, 'm'));
    assert.equal(existsSync(path.join(consumer.folder, 'other')), false);
  });

  it('makes a password for each user of a site, and for nobody else', async () => {
    const secrets: string[] = [];
    for (const folder of ['first', 'second']) {
      assert.ok((await create(folder, '--template', 'express')).ok);
      const home = path.join(consumer.folder, folder);
      const env = await readFile(path.join(home, '.env'), 'utf8');
      const [, ann = '', ben = ''] = /^SITE_USERS="ann:([\w-]{16}) ben:([\w-]{16})"$/m.exec(env) ?? [];
      const [, session = ''] = /^SESSION_SECRET=([\w-]{43})$/m.exec(env) ?? [];
      secrets.push(ann, ben, session);
      assert.equal(statSync(path.join(home, '.env')).mode & 0o077, 0);
      assert.match(await readFile(path.join(home, '.gitignore'), 'utf8'), /^\.env$/m);
    }
    assert.ok(!secrets.includes(''));
    assert.equal(new Set(secrets).size, 6);
  });

  it('says in a sentence that a port is taken, or is none', async () => {
    assert.ok((await create('busy')).ok);
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const busy = String((taken.address() as AddressInfo).port);
    const folder = path.join(consumer.folder, 'busy');
    const service = { VH_BASE_URL: 'http://127.0.0.1:9', VH_API_KEY: KEY };
    for (const [file, port, sentence] of [
      ['serve.js', busy, /^Port \d+ is in use: choose another, such as PORT=\d+/],
      ['serve.js', 'many', /^PORT=many is no port/],
      ['start.js', busy, /^Port \d+ is in use/m],
    ] as const) {
      const { ok, output } = await consumer.nodeIn(folder, { ...service, PORT: port }, file);
      assert.equal(ok, false);
      assert.match(output, sentence);
      assert.doesNotMatch(output, /^ +at /m);
    }
    taken.close();
  });

  it('writes a site that takes a film and plays it, started by one command', async () => {
    const { ok, output } = await create('My site');
    assert.ok(ok, output);
    const folder = path.join(consumer.folder, 'My site');
    const about = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    assert.equal(about['name'], 'my-site');
    assert.doesNotMatch(JSON.stringify(about), /[{]\w+[}]/);
    assert.ok(readdirSync(folder).includes('.gitignore'));
    const site = await startIn(folder, 'start.js');

    const page = await request('GET', `${site}/`, { authorization: false });
    assert.match(page.headers.get('content-security-policy') ?? '', /require-trusted-types-for/);
    for (const [, address = ''] of page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g))
      assert.equal((await request('GET', site + address, { authorization: false })).status, 200, address);
    for (const strange of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/vh-elements/../../package.json',
      '/data/x',
    ])
      assert.equal((await request('GET', site + strange, { authorization: false })).status, 404, strange);

    const bytes = await film('h264-aac.mp4');
    const grant = await askGrant(site, bytes.length);
    assert.equal(grant.status, 201, grant.text);
    const [url, token, videoId] = ['url', 'token', 'videoId'].map((name) => textOf(grant.body, name));
    const sent = await request('POST', `${String(url)}?token=${String(token)}`, {
      authorization: false,
      form: formOf(bytes, { videoId: String(videoId) }),
    });
    assert.equal(sent.status, 201, sent.text);
    const playback = await eventually(async () => {
      const { text } = await request('GET', `${site}/vh/playback/videos/${String(videoId)}`, {
        authorization: false,
      });
      return /"state":"playable"/.test(text) ? text : undefined;
    });
    assert.match(playback, /"hls"/);
  });

  it('writes a server for a real service, which needs its key and knows no visitor yet', async () => {
    assert.ok((await create('real')).ok);
    const folder = path.join(consumer.folder, 'real');
    const missing = await consumer.node(path.join(folder, 'serve.js'));
    assert.equal(missing.ok, false);
    assert.match(missing.output, /Set VH_BASE_URL and VH_API_KEY/);
    const site = await startIn(folder, 'serve.js', { VH_BASE_URL: 'http://127.0.0.1:9', VH_API_KEY: KEY });
    assert.equal((await askGrant(site, 5)).status, 403);
  });
});

/** Starts a file of a created site in its folder. */
async function startIn(folder: string, file: string, env: Record<string, string> = {}): Promise<string> {
  const launch = { command: process.execPath, words: [file], cwd: folder, env };
  const server = await FrameworkServer.start({ ...launch, ready: /^The site: +http:\/\/localhost:(\d+)\// });
  running.push(server);
  return new URL(server.url).origin;
}

const askGrant = (site: string, size: number) =>
  request('POST', `${site}/vh/grants`, {
    authorization: false,
    json: { file: { name: 'film.mp4', size, type: 'video/mp4' }, idempotencyKey: 'a-key-of-sixteen-letters' },
    headers: { 'origin': site, 'x-vh-request': '1' },
  });

import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inRepository } from '../support/repository.ts';
import { KEY, request, textOf } from '../support/sandbox/sandbox.ts';

/** What `npm run sandbox` builds from, and what the tests before this one have built: all but the script-tag folder. */
const SOURCES = [
  'src',
  'demo',
  'packages',
  'test',
  'bench',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const REST = ['custom-elements.json', 'vite.config.ts'];
const BUILT = ['.build/src', '.build/demo', '.build/packages', '.build/dist.stamp', '.build/node.stamp'];

describe('npm run sandbox alone', () => {
  let clone: string;
  let child: ChildProcess | undefined;

  before(async () => {
    await mkdir(inRepository('.build/clones'), { recursive: true });
    clone = await mkdtemp(inRepository('.build/clones/sandbox-'));
    for (const name of [...SOURCES, ...REST, ...BUILT])
      await cp(inRepository(name), path.join(clone, name), { recursive: true });
    const scriptTag = inRepository('dist/cdn');
    await cp(inRepository('dist'), path.join(clone, 'dist'), {
      recursive: true,
      filter: (file) => file !== scriptTag,
    });
    await mkdir(path.join(clone, '.build/test'));
    await symlink(inRepository('node_modules'), path.join(clone, 'node_modules'));
  });
  after(async () => {
    if (child?.exitCode === null && child.kill()) await once(child, 'exit');
    await rm(clone, { recursive: true, force: true });
  });

  it('builds the player of its embed pages where nothing else has', async () => {
    const words = ['--port', '0', '--no-rtmp', '--no-ffmpeg', '--data', 'data', '--api-key', KEY];
    const sandbox = spawn(process.execPath, ['scripts/sandbox.mjs', ...words], {
      cwd: clone,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = sandbox;
    const said = { stdout: '', stderr: '' };
    sandbox.stderr.on('data', (text: Buffer) => (said.stderr += text.toString()));
    for await (const text of sandbox.stdout as AsyncIterable<Buffer>) {
      said.stdout += text.toString();
      if (said.stdout.includes('\n')) break;
    }
    assert.match(said.stdout, /^\{"url":"http/, said.stderr);
    const { url } = JSON.parse(said.stdout) as { url: string };
    const { status, body } = await request('POST', `${url}/videos`, {
      json: { title: 'A film' },
      authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`,
    });
    assert.equal(status, 201);
    const page = await request('GET', `${url}/embed/vod/${textOf(body, 'videoId')}`);
    assert.equal(page.status, 200, page.text);
    assert.equal((await request('GET', `${url}/embed/assets/vh-embed.js`)).status, 200);
    assert.doesNotMatch(said.stderr, /Built (?:dist|node)/);
  });
});

import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connectSandbox } from '../../../packages/vh-elements-sandbox/src/testing/testing.ts';
import { inRepository } from '../../support/repository.ts';
import { endProcesses, SandboxProcess } from '../../support/sandbox/sandbox-process.ts';

describe('vh-elements-sandbox --seed FILE', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sandbox-seed-'));
    await copyFile(inRepository('test/media/tiny.mp4'), path.join(root, 'film.mp4'));
  });
  after(async () => {
    await endProcesses();
    await rm(root, { recursive: true, force: true });
  });

  const start = async (name: string, text: string) => {
    const file = path.join(root, `${name}.json`);
    await writeFile(file, text);
    return new SandboxProcess('--port', '0', '--no-rtmp', '--data', path.join(root, name), '--seed', file);
  };

  it('has all of it when it says that it is ready, with films beside the file', async () => {
    const seed = { videos: [{ title: 'Seeded', film: 'film.mp4' }], tokens: [{ ttl: 60 }] };
    const sandbox = await start('good', JSON.stringify(seed));
    const client = connectSandbox(await sandbox.ready());
    const { data } = await client.ask<{ data: { videoId: string; title: string }[] }>('GET', '/videos');
    assert.deepEqual(
      data.map(({ title }) => title),
      ['Seeded'],
    );
    await client.waitUntilPlayable(data[0]?.videoId ?? '', { timeout: 60_000 });
    assert.equal(await sandbox.end('SIGTERM'), 0);
  });

  it('ends with each fault named by its place, and keeps nothing of it', async () => {
    const wrong = { videos: [{ title: 'Good' }, { film: 'none.mp4' }], tokens: [{ ttl: -1 }] };
    const sandbox = await start('bad', JSON.stringify(wrong));
    assert.notEqual(await sandbox.ended(), 0);
    assert.equal(sandbox.stdout, '');
    for (const place of ['/videos/1/title', '/tokens/0/ttl'])
      assert.ok(sandbox.stderr.includes(place), place);
    assert.doesNotMatch(sandbox.stderr, /\n\s+at /);
    const later = new SandboxProcess('--port', '0', '--no-rtmp', '--data', path.join(root, 'bad'));
    const client = connectSandbox(await later.ready());
    assert.deepEqual((await client.ask<{ data: unknown[] }>('GET', '/videos')).data, []);
    await later.end('SIGTERM');
  });

  it('names the line of text that is no JSON, and a file that is not there', async () => {
    const texts = [
      '{\n  "videos": [\n    { "title": }\n  ]\n}\n',
      '{\n  "videos": [],\n  "tokens" [\n  ]\n}',
      '{\n  "videos": [\n    { "title": "a\nb" }\n  ]\n}',
      '{\n  "videos": [\n    { "title": "a" },\n\n',
      '{\n}\n{}',
    ];
    for (const [index, text] of texts.entries()) {
      const broken = await start(`broken-${String(index)}`, text);
      assert.notEqual(await broken.ended(), 0);
      assert.match(broken.stderr, /from line 3 on/, text);
    }
    const missing = new SandboxProcess(
      '--data',
      path.join(root, 'x'),
      '--seed',
      path.join(root, 'none.json'),
    );
    assert.notEqual(await missing.ended(), 0);
    assert.match(missing.stderr, /none\.json cannot be read/);
  });
});

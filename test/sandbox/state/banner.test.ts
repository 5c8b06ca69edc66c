import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import path from 'node:path';
import { bannerOf } from '../../../packages/vh-elements-sandbox/src/command/banner.ts';
import { SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

describe('the words of a start at a terminal', () => {
  it('say where it is, its key and its folder, and commands that work as they stand', async () => {
    const sandbox = await SandboxUnderTest.start();
    const apiKey = 'the-key-under-test';
    await sandbox.video('A film');
    const banner = bannerOf({ url: sandbox.url, apiKey, dataDir: '.data', rtmp: 'rtmp://127.0.0.1:1935/s' });
    for (const word of [
      sandbox.url,
      `Console   ${sandbox.url}/`,
      apiKey,
      path.resolve('.data'),
      'rtmp://127.0.0.1:1935/s',
    ])
      assert.ok(banner.includes(word), word);
    const commands = banner.split('\n').flatMap((line) => /^ +curl (.*)$/.exec(line)?.[1] ?? []);
    const [list = '', reset = ''] = commands;
    const run = async (words: string) =>
      (await promisify(execFile)('curl', ['-sS', ...words.split(' ')])).stdout;
    assert.match(await run(list), /"A film"/);
    await run(reset);
    assert.doesNotMatch(await run(list), /"A film"/);
    await sandbox.end();
  });
});

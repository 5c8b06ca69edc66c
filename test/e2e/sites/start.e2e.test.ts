import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DemoProcess } from '../support/demo-process.ts';

describe('npm start', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vh-start-'));
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...words: string[]) => DemoProcess.run(folder, words).ended();

  it('prints the page first, and ends cleanly', async () => {
    const demo = await DemoProcess.start();
    const response = await fetch(await demo.url());
    assert.equal(response.status, 200);
    assert.match(await response.text(), /<vh-uploader/);
    const { code, stderr } = await demo.stop();
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  });

  it('finds everything again after it was killed', async () => {
    const data = path.join(folder, 'kept');
    const first = DemoProcess.run(folder, ['--port', '0', '--data', data]);
    const sample = async (demo: DemoProcess): Promise<unknown> => {
      const response = await fetch(`${await demo.url()}demo/samples`);
      return response.json();
    };
    const before = await sample(first);
    first.child.kill('SIGKILL');
    await first.ended();
    const second = DemoProcess.run(folder, ['--port', '0', '--data', data]);
    assert.deepEqual(await sample(second), before);
    second.child.kill('SIGTERM');
    assert.equal((await second.ended()).code, 0);
  });

  it('says that the port is in use and what to do', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const port = String((other.address() as AddressInfo).port);
    const { code, stderr, stdout } = await run('--port', port, '--data', path.join(folder, 'a'));
    other.close();
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, new RegExp(`^Port ${port} is in use: .*--port.*\\n$`));
  });

  it('says that the folder cannot be written and what to do', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const { code, stderr } = await run('--port', '0', '--data', path.join(file, 'data'));
    assert.equal(code, 1);
    assert.match(stderr, /^The data folder .* --data\.\n$/);
  });

  for (const words of [
    ['--prot', '1'],
    ['--port', 'http'],
    ['--port', '70000'],
  ]) {
    it(`says that ${words.join(' ')} is a mistake`, async () => {
      const { code, stderr } = await run(...words);
      assert.equal(code, 1);
      assert.equal(stderr.trim().split('\n').length, 1);
    });
  }
});

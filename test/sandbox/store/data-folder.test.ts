import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createSandbox } from '../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { eventually } from '../../support/eventually.ts';
import { png } from '../../support/sandbox/pictures.ts';
import { inRepository } from '../../support/repository.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { endProcesses, SandboxProcess } from '../../support/sandbox/sandbox-process.ts';
import { formOf, isSettled, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { until } from '../../support/until.ts';

const MAIN = inRepository('.build', 'packages/vh-elements-sandbox/src/main.js');

describe('the lock of a data folder', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-lock-'));
  });
  after(async () => {
    await endProcesses();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('keeps a second sandbox out, in this process too, for as long as the first one lives', async () => {
    const first = await createSandbox({ dataDir, ffmpeg: false });
    await assert.rejects(createSandbox({ dataDir, ffmpeg: false }), /in use by another sandbox/);
    const second = new SandboxProcess('--data', dataDir);
    assert.equal(await second.ended(), 1);
    assert.match(second.stderr, /in use by another sandbox.*--data/);
    // Refused twice, it still holds it.
    await assert.rejects(createSandbox({ dataDir, ffmpeg: false }), /in use by another sandbox/);
    await first.close();
    await (await createSandbox({ dataDir, ffmpeg: false })).close();
  });

  it('goes with a killed process, at once, three times in a row', async () => {
    for (let round = 0; round < 3; round++) {
      const sandbox = new SandboxProcess('--data', dataDir);
      assert.ok((await sandbox.ready()).url);
      await sandbox.end('SIGKILL');
    }
  });

  it('goes with a killed process that its parent has never asked after', async () => {
    // A shell that becomes something else never reaps its children: the killed sandbox stays a zombie.
    const script = `"$0" "$1" --no-ffmpeg --data "$2" & echo $!; exec cat`;
    const parent = spawn('/bin/sh', ['-c', script, process.execPath, MAIN, dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: parent.stdout });
    const said: string[] = [];
    lines.on('line', (line) => said.push(line));
    const pid = await eventually(() =>
      said.some((line) => line.startsWith('{')) ? said.find((line) => /^\d+$/.test(line)) : undefined,
    );
    process.kill(Number(pid), 'SIGKILL');
    try {
      await (await createSandbox({ dataDir, ffmpeg: false })).close();
    } finally {
      parent.kill('SIGKILL');
      await once(parent, 'close');
    }
  });

  it('is not what an earlier version has left there, although that id lives', async () => {
    await writeFile(path.join(dataDir, 'lock'), String(process.ppid));
    await (await createSandbox({ dataDir, ffmpeg: false })).close();
    assert.ok(!(await readdir(dataDir)).includes('lock'));
  });
});

function ifGone(error: NodeJS.ErrnoException): number {
  if (error.code !== 'ENOENT') throw error;
  return 0;
}

/** All that lies in a folder; an entry that is removed meanwhile restarts the list. */
async function namesIn(folder: string): Promise<string[]> {
  let names: string[] | undefined;
  await until(async () => {
    try {
      names = await readdir(folder, { recursive: true });
    } catch (error) {
      ifGone(error as NodeJS.ErrnoException);
    }
    return names !== undefined;
  });
  return names ?? [];
}

describe('who may read a data folder', () => {
  let sandbox: SandboxUnderTest;
  let umask: number;
  beforeEach(() => {
    umask = process.umask(0o022);
  });
  afterEach(async () => {
    process.umask(umask);
    await sandbox.end();
  });

  const openToOthers = async () => {
    const names = ['.', ...(await namesIn(sandbox.dir))];
    // The work folder of a packaging that has just ended is on its way out.
    const modeOf = (name: string) => stat(path.join(sandbox.dir, name)).then(({ mode }) => mode, ifGone);
    const modes = await Promise.all(names.map(async (name) => [name, await modeOf(name)] as const));
    return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([name]) => name);
  };
  const fill = async () => {
    const videoId = await sandbox.video();
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    await sandbox.part(await sandbox.token(), Buffer.alloc(10), 'part 1/2');
    const picture = await sandbox.ask('POST', '/watermarks', { form: formOf(png(8, 8), { name: 'a.png' }) });
    assert.equal(picture.status, 200);
    await sandbox.statusWhen(videoId, isSettled);
  };

  it('is its owner alone', async () => {
    sandbox = await SandboxUnderTest.start();
    await fill();
    assert.deepEqual(await openToOthers(), []);
  });

  it('is its owner alone from now on, where it was everybody', async () => {
    sandbox = await SandboxUnderTest.start();
    await fill();
    await sandbox.close();
    for (const name of await readdir(sandbox.dir, { recursive: true })) {
      const file = path.join(sandbox.dir, name);
      const open = async () => chmod(file, (await stat(file)).isDirectory() ? 0o755 : 0o644);
      // The database's own files beside it go once the last of its threads has ended.
      await open().catch(ifGone);
    }
    await chmod(sandbox.dir, 0o755);
    // Other files stay as they are.
    const foreign = path.join(sandbox.dir, 'notes');
    await mkdir(foreign);
    await chmod(foreign, 0o755);
    await sandbox.open();
    assert.deepEqual(await openToOthers(), ['notes']);
  });
});

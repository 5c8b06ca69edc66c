import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Libsql from 'libsql';
import { MIGRATIONS } from '../../../packages/vh-elements-sandbox/src/store/database/migrations.ts';
import { createSandbox } from '../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { film, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { endProcesses, SandboxProcess } from '../../support/sandbox/sandbox-process.ts';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const FIXED = 'INSERT INTO migrations (version) VALUES (?)';
const UNDONE = 'DELETE FROM migrations WHERE version = ?';

describe('a data folder of a newer version', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vh-newer-'));
  const newer = MIGRATIONS.length + 1;
  let videoId: string;
  let bytes: Buffer;
  const change = (statement: string) => {
    const sql = new Libsql(path.join(dataDir, 'sandbox.db'));
    sql.prepare(statement).run(newer);
    sql.close();
  };
  before(async () => {
    bytes = await film('h264-aac.mp4');
    const sandbox = await SandboxUnderTest.startOn(dataDir, { packaging: false });
    videoId = await sandbox.video();
    await sandbox.upload(videoId, bytes);
    await sandbox.close();
    change(FIXED);
  });
  after(async () => {
    await endProcesses();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is refused by a sentence that says what to do', async () => {
    await assert.rejects(
      createSandbox({ dataDir, ffmpeg: false }),
      /^Error: The data folder .* is of a newer version.*--data\.$/,
    );
    const command = new SandboxProcess('--data', dataDir);
    assert.equal(await command.ended(), 1);
    assert.match(command.stderr, /^The data folder .* is of a newer version.*--data\.\n$/);
  });

  it('is as it was for the newer version', async () => {
    await assert.rejects(createSandbox({ dataDir, ffmpeg: false }), /newer version/);
    change(UNDONE);
    const sandbox = await SandboxUnderTest.startOn(dataDir, { packaging: false });
    try {
      const headers = { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` };
      const response = await fetch(`${sandbox.url}/videos/${videoId}/source`, { headers });
      assert.equal(sha256(new Uint8Array(await response.arrayBuffer())), sha256(bytes));
    } finally {
      await sandbox.close();
    }
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import Libsql from 'libsql';
import { createSandbox } from '../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { tarHeader } from '../../../packages/vh-elements-sandbox/src/state/archive/tar-header.ts';
import { unpack } from '../../../packages/vh-elements-sandbox/src/state/archive/import.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { isSettled, KEY, SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';
import { rollDice } from '../../support/seeded.ts';

const BLOCK = 512;

describe('an export and its import', () => {
  let sandbox: SandboxUnderTest;
  let folder: string;
  beforeEach(async () => {
    sandbox = await SandboxUnderTest.start();
    folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  });
  afterEach(async () => {
    await sandbox.end();
    await rm(folder, { recursive: true, force: true });
  });

  const exported = async (from = sandbox) => {
    const response = await fetch(`${from.url}/_sandbox/v1/export`);
    assert.equal(response.status, 200);
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(bytes.length, Number(response.headers.get('content-length')));
    return bytes;
  };
  const take = (bytes: Uint8Array, to = sandbox) => to.ask('POST', '/_sandbox/v1/import', { body: bytes });
  const titles = async (of: SandboxUnderTest) => {
    const { text } = await of.ask('GET', '/videos');
    return (JSON.parse(text) as { data: { title: string }[] }).data.map(({ title }) => title);
  };
  const refusedWith = async (bytes: Uint8Array, words: RegExp) => {
    const answer = await take(bytes);
    assert.deepEqual([answer.status, slugOf(answer)], [400, 'sandbox-import-refused'], answer.text);
    assert.match(answer.text, words);
  };
  /** The export with other contents of one file. */
  const changed = async (bytes: Buffer, name: string, change: (file: string) => void) => {
    const unpacked = await mkdtemp(path.join(folder, 'unpacked-'));
    await unpack(chunksOf(bytes), unpacked);
    change(path.join(unpacked, name));
    return archive(aboutOf(bytes), { [name]: await readFile(path.join(unpacked, name)) });
  };

  it('moves everything to another sandbox, which keeps its own key', async () => {
    const videoId = await sandbox.video('Exported');
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    await sandbox.statusWhen(videoId, isSettled);
    const bytes = await exported();
    assert.ok(!bytes.includes(KEY));
    const other = await SandboxUnderTest.start({ apiKey: 'the-key-of-another' });
    const authorization = `Basic ${Buffer.from('the-key-of-another:').toString('base64')}`;
    await other.ask('POST', '/videos', { authorization, json: { title: 'Replaced' } });
    assert.equal((await take(bytes, other)).status, 204);
    const { text } = await other.ask('GET', '/videos', { authorization });
    assert.deepEqual(
      (JSON.parse(text) as { data: { title: string }[] }).data.map(({ title }) => title),
      ['Exported'],
    );
    const { body } = await other.ask('GET', `/videos/${videoId}/status`, { authorization });
    assert.equal(body['encoding']?.['playable'], true);
    assert.equal((await sandbox.ask('GET', '/videos')).status, 200);
    assert.deepEqual(
      (await readdir(sandbox.dir)).filter((name) => name.startsWith('copy-')),
      [],
    );
    await other.end();
  });

  it('holds no key that the sandbox has made itself', async () => {
    const made = await createSandbox({ dataDir: folder, ffmpeg: false });
    const { url } = await made.listen({});
    const bytes = Buffer.from(await (await fetch(`${url}/_sandbox/v1/export`)).arrayBuffer());
    const stored = await Promise.all(
      ['sandbox.db', 'sandbox.db-wal'].map((name) => readFile(path.join(folder, name))),
    );
    await made.close();
    assert.ok(stored.some((file) => file.includes(made.apiKey)));
    assert.ok(bytes.length > 100_000 && !bytes.includes(made.apiKey));
  });

  it('is refused with words when a newer sandbox has made it', async () => {
    await sandbox.video('Stays');
    const bytes = await exported();
    const about = aboutOf(bytes);
    await refusedWith(archive({ ...about, version: 2 }), /newer sandbox/);
    await refusedWith(archive({ ...about, schema: 10_000 }), /newer sandbox/);
    await refusedWith(archive({ ...about, format: 'another' }), /no export/);
    assert.deepEqual(await titles(sandbox), ['Stays']);
  });

  it('is refused when it is cut off, damaged, or leads elsewhere, and changes nothing then', async () => {
    await sandbox.video('Stays');
    const bytes = await exported();
    const about = aboutOf(bytes);
    await refusedWith(Buffer.alloc(0), /too soon/);
    await refusedWith(Buffer.from('hello'), /too soon/);
    await refusedWith(bytes.subarray(0, bytes.length - 40_000), /too soon|damaged|none of a sandbox/);
    await refusedWith(archive(about, {}), /no database/);
    for (const name of [
      '../x',
      '/etc/x',
      'extents/../../x',
      'extents/a/b',
      'assets/../x',
      'sandbox.db-wal',
      'lock.db',
    ])
      await refusedWith(archive(about, { [name]: Buffer.from('x') }), /no export has/);
    await refusedWith(
      archive(about, { 'sandbox.db': Buffer.from('no database at all') }),
      /none of a sandbox/,
    );
    assert.deepEqual(await titles(sandbox), ['Stays']);
    assert.deepEqual(
      (await readdir(sandbox.dir)).filter((name) => name.startsWith('copy-')),
      [],
    );
  });

  it('takes in no database that holds anything else', async () => {
    await sandbox.video('Stays');
    const bytes = await exported();
    const evil: readonly string[] = [
      `CREATE TRIGGER evil AFTER INSERT ON videos BEGIN DELETE FROM webhooks; END`,
      `CREATE TABLE more (x)`,
      `INSERT INTO watermarks (id, file, type, created_at) VALUES ('w', '../../../etc/passwd', 'image/png', 0)`,
      `UPDATE videos SET id = '../..'`,
      `INSERT INTO webhooks (id, url, events, signature_secret, created_at) VALUES ('w', 'http://x/', 'none', 's', 0)`,
    ];
    for (const statement of evil) {
      const made = await changed(bytes, 'sandbox.db', (file) => {
        const sql = new Libsql(file);
        sql.exec(statement);
        sql.exec('PRAGMA journal_mode = DELETE');
        sql.close();
      });
      await refusedWith(made, /none of a sandbox|no sandbox has written/);
    }
    assert.deepEqual(await titles(sandbox), ['Stays']);
  });

  it('answers every damage with a refusal, or takes it in whole', async () => {
    const dice = rollDice();
    await sandbox.video('Exported');
    const bytes = await exported();
    for (let round = 0; round < 4; round++) {
      const damaged = Buffer.from(bytes);
      for (let count = 0; count < 3; count++) damaged[dice.below(damaged.length)] = dice.below(256);
      const { status } = await take(damaged);
      assert.ok(
        [204, 400].includes(status),
        `${String(status)} in round ${String(round)} of seed ${String(dice.seed)}`,
      );
      assert.equal((await sandbox.ask('GET', '/health')).status, 200);
    }
    assert.equal((await take(bytes)).status, 204);
    assert.deepEqual(await titles(sandbox), ['Exported']);
  });

  it('can be unpacked by ordinary tools', async () => {
    const file = path.join(folder, 'export.tar');
    await writeFile(file, await exported());
    const header = (await readFile(file)).subarray(0, BLOCK);
    assert.equal(header.toString('latin1', 257, 262), 'ustar');
    assert.deepEqual(header, tarHeader({ name: 'export.json', size: aboutSize(await readFile(file)) }));
  });
});

function aboutSize(bytes: Buffer): number {
  return Number.parseInt(bytes.toString('latin1', 124, 135), 8);
}

function aboutOf(bytes: Buffer): Record<string, unknown> {
  return JSON.parse(bytes.toString('utf8', BLOCK, BLOCK + aboutSize(bytes))) as Record<string, unknown>;
}

function archive(
  about: object,
  files: Readonly<Record<string, Buffer>> = { 'sandbox.db': Buffer.from('x') },
): Buffer {
  const all = { 'export.json': Buffer.from(JSON.stringify(about)), ...files };
  const blocks = Object.entries(all).flatMap(([name, bytes]) => [
    tarHeader({ name, size: bytes.length }),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

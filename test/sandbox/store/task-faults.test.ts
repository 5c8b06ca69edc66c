import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DatabaseFaults } from '../support/database-faults.ts';
import { DiskFaults, type DiskCall } from '../support/disk-faults.ts';
import { eventually } from '../../support/eventually.ts';
import { film, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { SandboxClock } from '../support/sandbox-clock.ts';
import { basic, isSettled, KEY, SandboxUnderTest, textOf } from '../../support/sandbox/sandbox.ts';
import { SourceHost } from '../../support/sandbox/source-host.ts';

const inAssets = ({ path: where }: DiskCall) => where.includes(`${path.sep}assets${path.sep}`);

describe('work in the background while the storage fails', () => {
  let sandbox: SandboxUnderTest;
  let disk: DiskFaults;
  let database: DatabaseFaults;
  let clock: SandboxClock;
  let lines: string[];
  let mp4: Buffer;
  beforeEach(async () => {
    lines = [];
    mp4 = await film('h264-aac.mp4');
    clock = new SandboxClock();
    database = new DatabaseFaults();
    sandbox = await SandboxUnderTest.start({
      clock,
      sourceHosts: ['localhost'],
      log: (line) => lines.push(line),
    });
    disk = await DiskFaults.in(sandbox.dir);
  });
  afterEach(async () => {
    disk.end();
    database.end();
    await sandbox.end();
  });

  const failures = () => disk.failures + database.failures;
  /** Waits until a number of calls have failed; waiting calls get their next try. */
  const fail = async (times: number) => {
    const wanted = failures() + times;
    await eventually(() => {
      clock.forward(60_000);
      return failures() >= wanted || undefined;
    });
  };
  const heal = () => {
    disk.heal();
    database.heal();
  };
  const playable = (videoId: string) =>
    eventually(async () => {
      clock.forward(60_000);
      const status = await sandbox.statusWhen(videoId, () => true);
      return status.encoding.playable && isSettled(status) ? status : undefined;
    });
  const reported = (about: string) => lines.filter((line) => line.startsWith(`${about} failed`));
  const answers = async () => {
    assert.equal((await sandbox.ask('GET', '/videos/viAAAAAAAAAAAAAAAAAAAAAA')).status, 404);
  };

  const PACKAGING: readonly [string, (clock: void) => void][] = [
    ['a full disk', () => disk.fail('ENOSPC', (call) => call.operation === 'mkdir' && inAssets(call))],
    ['a folder that cannot be cleared', () => disk.fail('EIO', (call) => call.operation === 'rm')],
    ['no file handles', () => disk.fail('EMFILE', (call) => call.operation === 'open' && inAssets(call))],
    ['a read-only disk', () => disk.fail('EROFS', (call) => call.operation === 'rename')],
    [
      'a full database',
      () =>
        database.fail(
          'SQLITE_FULL',
          (sql) => /(encodings|renditions)/.test(sql) && !sql.startsWith('SELECT'),
        ),
    ],
    [
      'a database that cannot be read',
      () => database.fail('SQLITE_IOERR', (sql) => sql.includes('FROM renditions')),
    ],
    ['a database that ends no transaction', () => database.fail('SQLITE_IOERR', (sql) => sql === 'COMMIT')],
    ['a database that is locked', () => database.fail('SQLITE_BUSY')],
  ];
  for (const [what, breakDown] of PACKAGING) {
    it(`packages a video after ${what}, which is no fault of the video`, async () => {
      const videoId = await sandbox.video();
      // Complete before anything fails: the acknowledged bytes must come out.
      await sandbox.close();
      await sandbox.open({ packaging: false });
      assert.equal((await sandbox.upload(videoId, mp4)).status, 201);
      await sandbox.close();
      breakDown();
      await sandbox.open();
      await fail(3);
      await answers();
      heal();
      const { encoding } = await playable(videoId);
      assert.deepEqual(new Set(encoding.qualities.map(({ status }) => status)), new Set(['encoded']));
      const problems = [...reported('packaging'), ...reported('encoding')];
      assert.ok(problems.length >= 1 && problems.length <= 2, lines.join('\n'));
    });
  }

  it('packages nothing twice at a time, and loses no source, when the disk is full while it packages', async () => {
    const videos = [await sandbox.video(), await sandbox.video(), await sandbox.video()];
    disk.fail('ENOSPC', (call) => call.operation === 'mkdir' && inAssets(call));
    for (const videoId of videos) assert.equal((await sandbox.upload(videoId, mp4)).status, 201);
    await fail(6);
    assert.equal(reported('packaging').length, 1, lines.join('\n'));
    heal();
    for (const videoId of videos) {
      await playable(videoId);
      const source = await fetch(`${sandbox.url}/videos/${videoId}/source`, {
        headers: { authorization: basic(KEY) },
      });
      assert.equal(sha256(new Uint8Array(await source.arrayBuffer())), sha256(mp4));
    }
  });

  describe('fetching a source', () => {
    let host: SourceHost;
    beforeEach(async () => {
      host = await SourceHost.start((_request, response) => response.end(mp4));
    });
    afterEach(() => host.end());

    for (const [what, breakDown] of [
      ['a full disk', () => disk.fail('ENOSPC', (call) => call.operation === 'write')],
      ['no file handles', () => disk.fail('EMFILE', (call) => call.operation === 'open')],
      ['a broken disk', () => disk.fail('EIO', (call) => call.operation === 'sync')],
      ['a full database', () => database.fail('SQLITE_FULL', (sql) => sql.startsWith('INSERT INTO extents'))],
      [
        'a database that cannot be read',
        () => database.fail('SQLITE_IOERR', (sql) => sql.includes('FROM downloads')),
      ],
    ] as const) {
      it(`starts over after ${what}, and is not given up`, async () => {
        disk.fail('EIO', () => false);
        const source = `${host.url}/film.mp4`;
        breakDown();
        const made = await sandbox.ask('POST', '/videos', { json: { title: 'x', source } });
        assert.ok(made.status === 201 || made.status === 202, made.text);
        const videoId = textOf(made.body, 'videoId');
        await fail(3);
        await answers();
        heal();
        await playable(videoId);
        assert.equal(reported('fetching a source').length, 1, lines.join('\n'));
        assert.equal((await readdir(path.join(sandbox.dir, 'extents'))).length, 1);
      });
    }
  });

  it('cleans up the rest when one thing cannot be cleaned up', async () => {
    const videos = [await sandbox.video(), await sandbox.video()];
    database.fail('SQLITE_IOERR', (sql) => sql.startsWith('DELETE FROM videos'));
    clock.forward(8 * 24 * 60 * 60 * 1000);
    await eventually(() => database.failures >= 2 || undefined);
    await answers();
    heal();
    clock.forward(60 * 60 * 1000);
    await eventually(async () => {
      const reported = await Promise.all(videos.map((videoId) => sandbox.ask('GET', `/videos/${videoId}`)));
      return reported.every(({ status }) => status === 404) || undefined;
    });
    assert.equal(reported('housekeeping').length, 1, lines.join('\n'));
  });
});

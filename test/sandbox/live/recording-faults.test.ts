import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createSandbox, type Sandbox } from '../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { DatabaseFaults } from '../support/database-faults.ts';
import { DiskFaults, type DiskCall } from '../support/disk-faults.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { parseLivePlaylist } from './support/live-playlist.ts';
import { KEY, request, textOf, type VideoStatusBody } from '../../support/sandbox/sandbox.ts';
import { settled } from '../../support/until.ts';

const inExtents = ({ path: where }: DiskCall) => path.basename(path.dirname(where)) === 'extents';

describe('a recording while the storage fails', () => {
  let dataDir: string;
  let sandbox: Sandbox;
  let url: string;
  let clock: FakeClock;
  let disk: DiskFaults;
  let database: DatabaseFaults;
  let lines: string[];
  let liveStreamId: string;

  const open = async () => {
    sandbox = await createSandbox({
      dataDir,
      apiKey: KEY,
      ffmpeg: false,
      clock,
      log: (line) => lines.push(line),
    });
    ({ url } = await sandbox.listen({}));
  };
  beforeEach(async () => {
    lines = [];
    dataDir = await mkdtemp(path.join(tmpdir(), 'vh-recording-faults-'));
    // At a full second, where the synthetic source has a key frame.
    clock = new FakeClock(Math.floor(Date.now() / 1000) * 1000);
    database = new DatabaseFaults();
    disk = await DiskFaults.in(dataDir);
    await open();
    const { body } = await request('POST', `${url}/live-streams`, { json: { name: 'A test', record: true } });
    liveStreamId = textOf(body, 'liveStreamId');
  });
  afterEach(async () => {
    disk.end();
    database.end();
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const synthetic = async (method: 'POST' | 'DELETE') => {
    await request(method, `${url}/live-streams/${liveStreamId}/_synthetic`);
  };
  /** Advances the broadcast by some seconds of its own time. */
  const goOn = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      await settled(1);
    }
  };
  /**
   * Waits until nearly all of ten seconds is in the file of the recording: the synthetic source makes 183 kB of them.
   */
  const written = () =>
    eventually(async () => {
      const [name = ''] = await readdir(path.join(dataDir, 'extents'));
      return (await stat(path.join(dataDir, 'extents', name))).size > 165_000 || undefined;
    });
  const failures = () => disk.failures + database.failures;
  const failing = () =>
    eventually(() => {
      clock.advance(1000);
      return failures() > 0 || undefined;
    });
  const recordings = async () => {
    const { text } = await request('GET', `${url}/videos?liveStreamId=${liveStreamId}`);
    return (JSON.parse(text) as { data: { videoId: string }[] }).data.map(({ videoId }) => videoId);
  };
  const secondsOf = (videoId: string) =>
    eventually(async () => {
      clock.advance(1000);
      const { text } = await request('GET', `${url}/videos/${videoId}/status`);
      const { encoding } = JSON.parse(text) as VideoStatusBody;
      assert.equal(encoding.reason, undefined);
      return encoding.playable ? Number(encoding.metadata['duration']) : undefined;
    });
  const isBroadcasting = async () => {
    const { body } = await request('GET', `${url}/live-streams/${liveStreamId}`);
    return JSON.stringify(body['broadcasting']) === 'true';
  };
  const reported = (about: string) => lines.filter((line) => line.startsWith(`${about} failed`));

  for (const [what, breakDown] of [
    ['the disk is full', () => disk.fail('ENOSPC', (call) => /^write/.test(call.operation))],
    ['the disk fails', () => disk.fail('EIO', (call) => /sync/.test(call.operation))],
  ] as const) {
    it(`that breaks off as ${what} is a video, and another one begins when that can be`, async () => {
      await synthetic('POST');
      await goOn(10);
      await written();
      breakDown();
      await failing();
      await goOn(30);
      assert.ok(await isBroadcasting());
      const { segments } = parseLivePlaylist(
        await (await fetch(`${url}/assets/live/${liveStreamId}/playlist.m3u8`)).text(),
      );
      assert.ok(segments.length > 5, 'the broadcast goes on');
      disk.heal();
      await goOn(30);
      await synthetic('DELETE');
      const seconds = await eventually(async () => {
        clock.advance(1000);
        const found = await Promise.all((await recordings()).map(secondsOf));
        return found.some((one) => one >= 15) ? found : undefined;
      });
      assert.ok(
        seconds.some((one) => one >= 8 && one < 14),
        `the first one: ${seconds.join()}`,
      );
      assert.equal(reported('recording a live stream').length, 1, lines.join('\n'));
      assert.equal((await readdir(path.join(dataDir, 'extents'))).length, seconds.length);
    });
  }

  for (const [what, breakDown] of [
    [
      'there are no file handles',
      () => disk.fail('EMFILE', (call) => call.operation === 'open' && inExtents(call)),
    ],
    ['the disk cannot be read', () => disk.fail('EIO', (call) => call.operation === 'read')],
    ['the database is full', () => database.fail('SQLITE_FULL')],
  ] as const) {
    it(`is made a video later when ${what} at its end`, async () => {
      await synthetic('POST');
      await goOn(10);
      breakDown();
      await synthetic('DELETE');
      await failing();
      await goOn(5);
      assert.deepEqual(await recordings(), []);
      disk.heal();
      database.heal();
      const [videoId = ''] = await eventually(async () => {
        clock.advance(1000);
        const found = await recordings();
        return found.length > 0 ? found : undefined;
      });
      assert.ok((await secondsOf(videoId)) >= 8);
      assert.equal(reported('making a video of a recording').length, 1, lines.join('\n'));
    });

    it(`that was left by a sudden end is made a video later when ${what} at the start`, async () => {
      await synthetic('POST');
      await goOn(10);
      breakDown();
      // It is not over in good order: what it has stays where it is.
      await sandbox.close();
      const before = failures();
      await open();
      assert.ok(failures() > before);
      assert.equal((await request('GET', `${url}/videos`)).status, 200);
      assert.deepEqual(await recordings(), []);
      disk.heal();
      database.heal();
      const [videoId = ''] = await eventually(async () => {
        clock.advance(1000);
        const found = await recordings();
        return found.length > 0 ? found : undefined;
      });
      assert.ok((await secondsOf(videoId)) >= 8);
    });
  }

  it('has no gap while the database cannot be read', async () => {
    await synthetic('POST');
    await goOn(10);
    database.fail('SQLITE_IOERR', (sql) => sql.startsWith('SELECT * FROM live_streams'));
    await failing();
    await goOn(10);
    database.heal();
    await goOn(10);
    await synthetic('DELETE');
    const [videoId = '', ...more] = await eventually(async () => {
      const found = await recordings();
      return found.length > 0 ? found : undefined;
    });
    assert.deepEqual(more, []);
    assert.ok((await secondsOf(videoId)) >= 28);
    assert.equal(lines.filter((line) => line.includes('SQLITE')).length, 1, lines.join('\n'));
  });

  for (const [what, breakDown] of [
    ['the database fails', () => database.fail('SQLITE_FULL')],
    [
      'there are no file handles',
      () => disk.fail('EMFILE', (call) => call.operation === 'open' && inExtents(call)),
    ],
    ['the disk is full', () => disk.fail('ENOSPC', (call) => /^write/.test(call.operation))],
  ] as const) {
    it(`of a broadcast that begins while ${what} begins as soon as that is over`, async () => {
      breakDown();
      await synthetic('POST');
      await goOn(10);
      assert.ok(await isBroadcasting());
      assert.ok(failures() > 0);
      disk.heal();
      database.heal();
      await goOn(30);
      await synthetic('DELETE');
      const [videoId = ''] = await eventually(async () => {
        const found = await recordings();
        return found.length > 0 ? found : undefined;
      });
      assert.ok((await secondsOf(videoId)) >= 15);
      assert.equal(reported('recording a live stream').length, 1, lines.join('\n'));
    });
  }
});

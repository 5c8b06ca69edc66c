import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DatabaseFaults } from '../support/database-faults.ts';
import { eventually } from '../../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { HookReceiver } from '../../support/sandbox/hook-receiver.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { SandboxUnderTest, textOf } from '../../support/sandbox/sandbox.ts';

const QUALITY = 'video.encoding.quality.completed';
const STARTED = 'live-stream.broadcast.started';

describe('webhooks while the database fails', () => {
  let sandbox: SandboxUnderTest;
  let receiver: HookReceiver;
  let database: DatabaseFaults;
  let clock: ManualClock;
  let lines: string[];
  beforeEach(async () => {
    lines = [];
    clock = new ManualClock();
    database = new DatabaseFaults();
    receiver = await HookReceiver.start();
    sandbox = await SandboxUnderTest.start({ clock, log: (line) => lines.push(line) });
  });
  afterEach(async () => {
    database.end();
    receiver.stop();
    await sandbox.end();
  });

  const subscribe = (event: string) =>
    sandbox.ask('POST', '/webhooks', { json: { events: [event], url: receiver.url } });
  const upload = async () => {
    const videoId = await sandbox.video();
    assert.equal((await sandbox.upload(videoId, await film('h264-aac.mp4'))).status, 201);
    return videoId;
  };
  const failed = () => eventually(() => (database.failures > 0 ? true : undefined));
  /** Lets waiting deliveries try again, and waits until they have failed once more. */
  const failAgain = async () => {
    const { failures } = database;
    clock.advance(await clock.nextWait());
    await eventually(() => (database.failures > failures ? true : undefined));
  };
  const bodies = () =>
    receiver.received.map(({ body }) => JSON.parse(body) as { type: string; videoId?: string });
  const settled = () =>
    eventually(async () => {
      const { text } = await sandbox.ask('GET', '/_sandbox/deliveries');
      const { data } = JSON.parse(text) as { data: { state: string }[] };
      return data.length > 0 && data.every(({ state }) => state === 'delivered') ? data.length : undefined;
    });
  const failures = () => lines.filter((line) => line.includes('SQLITE_'));

  it('are not sent again and again when it cannot be written down that they arrived', async () => {
    await subscribe(QUALITY);
    database.fail('SQLITE_FULL', (sql) => sql.startsWith('UPDATE deliveries'));
    const videoId = await upload();
    await receiver.count(1);
    await failed();
    for (let round = 0; round < 3; round++) await failAgain();
    const reported = receiver.received.length;
    database.heal();
    clock.advance(await clock.nextWait());
    const deliveries = await settled();
    assert.equal(receiver.received.length, deliveries);
    assert.ok(reported <= 1, `${String(reported)} were sent while none could be crossed out`);
    assert.ok(bodies().every((body) => body.videoId === videoId));
    assert.equal(failures().length, 1, lines.join('\n'));
  });

  it('are delivered when the database can be read again', async () => {
    await subscribe(QUALITY);
    database.fail('SQLITE_IOERR', (sql) => sql.startsWith('SELECT DISTINCT webhook_id'));
    await upload();
    await failed();
    await failAgain();
    assert.equal(receiver.received.length, 0);
    database.heal();
    clock.advance(await clock.nextWait());
    await receiver.count(1);
    await settled();
    assert.equal(failures().length, 1, lines.join('\n'));
  });

  it('report a broadcast whose beginning could not be written down', async () => {
    await subscribe(STARTED);
    const { body } = await sandbox.ask('POST', '/live-streams', { json: { name: 'A test' } });
    const liveStreamId = textOf(body, 'liveStreamId');
    database.fail('SQLITE_FULL');
    assert.equal((await sandbox.ask('POST', `/live-streams/${liveStreamId}/_synthetic`)).status, 200);
    await eventually(() => {
      clock.advance(100);
      return lines.some((line) => line.startsWith('delivering webhooks')) || undefined;
    });
    assert.equal(receiver.received.length, 0);
    database.heal();
    await eventually(() => {
      clock.advance(1000);
      return receiver.received.length > 0 || undefined;
    });
    assert.deepEqual(
      bodies().map(({ type }) => type),
      [STARTED],
    );
  });

  it('report a rendition once, although its delivery could not be stored with it at first', async () => {
    await subscribe(QUALITY);
    database.fail('SQLITE_FULL', (sql) => sql.startsWith('INSERT INTO deliveries'));
    const videoId = await upload();
    await failed();
    for (let round = 0; round < 3; round++) await failAgain();
    database.heal();
    await eventually(async () => {
      clock.advance(1000);
      const { text } = await sandbox.ask('GET', `/videos/${videoId}/status`);
      return text.includes('"encoded"') || undefined;
    });
    const count = await settled();
    assert.equal(receiver.received.length, count);
    const reported = bodies().map((one) => JSON.stringify({ ...one, emittedAt: 0 }));
    assert.equal(new Set(reported).size, reported.length);
    assert.equal(failures().length, 1, lines.join('\n'));
  });
});

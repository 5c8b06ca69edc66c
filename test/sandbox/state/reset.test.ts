import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { RtmpEncoder } from '../../support/sandbox/rtmp-encoder.ts';
import { film, seededBytes } from '../../support/sandbox/sandbox-bytes.ts';
import { isSettled, SandboxUnderTest, slugOf, textOf } from '../../support/sandbox/sandbox.ts';
import { RawSocket } from '../../support/raw-socket.ts';
import { eventually } from '../../support/eventually.ts';

const PART = 5 * 1024 * 1024;

describe('POST /_sandbox/v1/reset', () => {
  let sandbox: SandboxUnderTest;
  beforeEach(async () => (sandbox = await SandboxUnderTest.start()));
  afterEach(() => sandbox.end());

  const reset = async () => {
    const { status, text } = await sandbox.ask('POST', '/_sandbox/v1/reset', { authorization: false });
    assert.equal(status, 204, text);
  };
  const totalOf = async (where: string) => {
    const { text } = await sandbox.ask('GET', where);
    return (JSON.parse(text) as { pagination: { itemsTotal: number } }).pagination.itemsTotal;
  };

  it('brings every table and folder back to that of a first start', async () => {
    const videoId = await sandbox.video('Old');
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    await sandbox.statusWhen(videoId, isSettled);
    await sandbox.token(60);
    await sandbox.ask('POST', '/players', { json: { text: 'rgba(1, 2, 3, 1)' } });
    await sandbox.ask('POST', '/live-streams', { json: { name: 'A stream' } });
    const hook = { url: 'http://127.0.0.1:9/', events: ['video.encoding.quality.completed'] };
    await sandbox.ask('POST', '/webhooks', { json: hook });
    const ping = { session: { video_id: videoId }, events: [{ type: 'play', at: 0 }] };
    await sandbox.ask('POST', '/collector/vod', { json: ping });
    await sandbox.ask('POST', '/_sandbox/faults', { json: { match: { path: '/x' }, act: { cut: true } } });
    await reset();
    for (const where of ['/videos', '/upload-tokens', '/players', '/live-streams', '/webhooks'])
      assert.equal(await totalOf(where), 0, where);
    assert.deepEqual((await sandbox.ask('GET', '/_sandbox/faults')).body['rules'], []);
    await eventually(async () => {
      const names = await readdir(sandbox.dir);
      return names.every((name) => !name.startsWith('discarded-')) || undefined;
    });
    for (const folder of ['extents', 'assets', 'pictures'])
      assert.deepEqual(await readdir(path.join(sandbox.dir, folder)), [], folder);
    await sandbox.close();
    assert.deepEqual(rowsOf(path.join(sandbox.dir, 'sandbox.db')), await rowsOfFirstStart());
    await sandbox.open();
  });

  it('works again afterwards, with the same key, and gives no number out twice', async () => {
    const hook = { url: 'http://127.0.0.1:9/', events: ['video.encoding.quality.completed'] };
    const numbers = async () => {
      await sandbox.ask('POST', '/webhooks', { json: hook });
      const videoId = await sandbox.video();
      await sandbox.upload(videoId, await film('h264-aac.mp4'));
      await sandbox.statusWhen(videoId, isSettled);
      const { text } = await sandbox.ask('GET', '/_sandbox/deliveries');
      const { data } = JSON.parse(text) as { data: { deliveryId: number }[] };
      return data.map(({ deliveryId }) => deliveryId);
    };
    const before = await numbers();
    await reset();
    const after = await numbers();
    assert.ok(before.length > 0 && after.length > 0);
    assert.ok(Math.min(...after) > Math.max(...before), `${String(before)}, then ${String(after)}`);
  });

  it('ends an upload that is under way, with a word, and leaves nothing of it', async () => {
    const token = await sandbox.token();
    const socket = await RawSocket.open(sandbox.url);
    socket.send(
      [
        `POST /upload?token=${token} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${String(PART)}`,
        '',
        '--b',
        'Content-Disposition: form-data; name="file"; filename="film.mp4"',
        '',
        'the beginning of it',
      ].join('\r\n'),
    );
    await eventually(async () => (await readdir(path.join(sandbox.dir, 'extents'))).length > 0 || undefined);
    await reset();
    await socket.until();
    assert.match(socket.text, /^HTTP\/1\.1 410 /);
    assert.match(socket.text, /sandbox-state-replaced/);
    const { status } = await sandbox.part(token, seededBytes(10));
    assert.equal(status, 401);
    assert.equal(await totalOf('/videos'), 0);
  });

  it('answers a seed whose body comes after it, for the state before, with a word', async () => {
    const seed = JSON.stringify({ tokens: [{ ttl: 60 }], videos: [{ title: 'Late' }] });
    const socket = await RawSocket.open(sandbox.url);
    socket.send(
      [
        'POST /_sandbox/v1/seed HTTP/1.1',
        'Host: 127.0.0.1',
        'Content-Type: application/json',
        `Content-Length: ${String(seed.length)}`,
        'Expect: 100-continue',
        '',
        '',
      ].join('\r\n'),
    );
    await eventually(() => Promise.resolve(/^HTTP\/1\.1 100 /.test(socket.text) || undefined));
    await reset();
    socket.send(seed);
    await eventually(() => Promise.resolve(/sandbox-state-replaced/.test(socket.text) || undefined));
    assert.match(socket.text, /HTTP\/1\.1 410 /);
    assert.equal(await totalOf('/videos'), 0);
    assert.equal(await totalOf('/upload-tokens'), 0);
  });

  it('ends a broadcast that is under way, and the next encoder goes on the air', async () => {
    const place = await sandbox.listenRtmp();
    const publish = async () => {
      const { body } = await sandbox.ask('POST', '/live-streams', {
        json: { name: 'A stream', record: true },
      });
      const path = `/live-streams/${textOf(body, 'liveStreamId')}`;
      const encoder = await RtmpEncoder.publish(place, textOf(body, 'streamKey'));
      encoder.send(5);
      await eventually(async () => {
        const answer = await sandbox.ask('GET', path);
        return (answer.body['broadcasting'] as unknown) === true || undefined;
      });
      return { encoder, path };
    };
    const first = await publish();
    const ended = first.encoder.hungUp();
    await reset();
    await ended;
    assert.equal((await sandbox.ask('GET', first.path)).status, 404);
    // No recording is made of what belongs to the state before.
    assert.equal(await totalOf('/videos'), 0);
    assert.deepEqual(await readdir(path.join(sandbox.dir, 'extents')), []);
    const second = await publish();
    second.encoder.disconnect();
  });

  it('ends a film that is being packaged, and packages the next', async () => {
    const videoId = await sandbox.video();
    await sandbox.upload(videoId, await film('h264-aac.mp4'));
    await reset();
    assert.equal((await sandbox.ask('GET', `/videos/${videoId}/status`)).status, 404);
    const next = await sandbox.video();
    await sandbox.upload(next, await film('h264-aac.mp4'));
    assert.ok((await sandbox.statusWhen(next, isSettled)).encoding.playable);
    assert.deepEqual(await readdir(path.join(sandbox.dir, 'assets')), [next]);
  });

  it('is refused to pages of other sites, of this machine too, and under other names', async () => {
    const videoId = await sandbox.video('Stays');
    for (const headers of [
      { origin: 'https://site.example' },
      { origin: 'http://localhost:3000' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await sandbox.ask('POST', '/_sandbox/v1/reset', { headers, authorization: false });
      assert.deepEqual(
        [answer.status, slugOf(answer)],
        [403, 'sandbox-controls-closed'],
        JSON.stringify(headers),
      );
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    }
    const socket = await RawSocket.open(sandbox.url);
    socket.send('POST /_sandbox/v1/reset HTTP/1.1\r\nHost: rebound.example\r\nContent-Length: 0\r\n\r\n');
    await socket.until((text) => text.includes('\r\n\r\n'));
    assert.match(socket.text, /^HTTP\/1\.1 403 /);
    socket.close();
    assert.equal((await sandbox.ask('GET', `/videos/${videoId}`)).status, 200);
    const own = { 'origin': sandbox.url, 'sec-fetch-site': 'same-origin' };
    assert.equal((await sandbox.ask('POST', '/_sandbox/v1/reset', { headers: own })).status, 204);
  });

  it('empties each log by itself', async () => {
    const videoId = await sandbox.video();
    const ping = { session: { video_id: videoId }, events: [{ type: 'play', at: 0 }] };
    const session = textOf((await sandbox.ask('POST', '/collector/vod', { json: ping })).body, 'session');
    const sessionEvents = () => totalOf(`/analytics/sessions/${session}/events`);
    assert.equal(await sessionEvents(), 1);
    const clear = async (log: string) =>
      assert.equal((await sandbox.ask('DELETE', `/_sandbox/v1/${log}`)).status, 204, log);
    await clear('events');
    assert.equal(await sessionEvents(), 0);
    await clear('sessions');
    assert.equal((await sandbox.ask('GET', `/analytics/sessions/${session}/events`)).status, 404);
    await clear('requests');
    assert.equal(await totalOf('/_sandbox/log'), 0);
    await clear('deliveries');
  });
});

/** Every row, but for the key and for numbers that were given out. */
function rowsOf(file: string): Record<string, unknown> {
  const database = new Database(file);
  const tables = database.all(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'video_texts%'`,
  );
  const rows = tables.map(({ name }) => [
    String(name),
    database.all(`SELECT * FROM ${String(name)}`).filter((row) => row['name'] !== 'apiKey'),
  ]);
  database.close();
  return Object.fromEntries(rows) as Record<string, unknown>;
}

async function rowsOfFirstStart(): Promise<Record<string, unknown>> {
  const first = await SandboxUnderTest.start();
  await first.close();
  const rows = rowsOf(path.join(first.dir, 'sandbox.db'));
  await first.end();
  return rows;
}

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Libsql from 'libsql';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { MIGRATIONS } from '../../../packages/vh-elements-sandbox/src/store/database/migrations.ts';
import { collectorOf } from '../../support/sandbox/collector.ts';
import { DatabaseFaults } from '../support/database-faults.ts';
import { eventually } from '../../support/eventually.ts';
import { HookReceiver } from '../../support/sandbox/hook-receiver.ts';
import { film, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { basic, isSettled, KEY, request, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { settled, until } from '../../support/until.ts';
import { OlderFolder } from './support/older-folder.ts';

const DATABASE_FILES = ['sandbox.db', 'sandbox.db-wal'];
const TUS = { 'tus-resumable': '1.0.0' };
/** The migrations that the sandbox of 25 November knew. */
const BEFORE = 8;

/** Points webhooks and their due deliveries at this run's receiver. */
function pointWebhooksAt(file: string, url: string): void {
  const sql = new Libsql(file);
  for (const table of ['webhooks', 'deliveries']) sql.prepare(`UPDATE ${table} SET url = ?`).run(url);
  sql.close();
}

function renditionOf(body: string): string {
  const { videoId, encoding } = JSON.parse(body) as { videoId: string; encoding: string };
  return `${videoId} ${encoding}`;
}

describe('a data folder of an earlier version, whose sandbox was killed', () => {
  let folder: OlderFolder;
  let hooks: HookReceiver;
  let sandbox: SandboxUnderTest;
  let bytes: Buffer;
  before(async () => {
    folder = new OlderFolder();
    hooks = await HookReceiver.start();
    bytes = await film('h264-aac.mp4');
    pointWebhooksAt(folder.database, hooks.url);
    sandbox = await SandboxUnderTest.startOn(folder.dir, { limits: { partBytes: 1 } });
  });
  after(async () => {
    await sandbox.close();
    hooks.stop();
    folder.end();
  });

  const source = async (videoId: string) => {
    const headers = { authorization: basic(KEY) };
    const response = await fetch(`${sandbox.url}/videos/${videoId}/source`, { headers });
    return sha256(new Uint8Array(await response.arrayBuffer()));
  };

  it('has its videos, with their media, captions and places in lists', async () => {
    const { packaged } = folder.notes;
    assert.ok(isSettled(await sandbox.statusWhen(packaged, () => true)));
    assert.equal(await source(packaged), sha256(bytes));
    const { text } = await sandbox.ask('GET', `/assets/vod/${packaged}/hls/manifest.m3u8`);
    assert.match(text, /^#EXTM3U/);
    const captions = await sandbox.ask('GET', `/videos/${packaged}/captions`);
    assert.match(captions.text, /"srclang":"en"/);
    for (const filter of ['tags[]=old', 'metadata[colour]=blue', 'title=packag', 'description=before']) {
      const list = await sandbox.ask('GET', `/videos?${filter}`);
      const found = (JSON.parse(list.text) as { data: { videoId: string }[] }).data;
      assert.deepEqual(
        found.map(({ videoId }) => videoId),
        [packaged],
        filter,
      );
    }
    assert.equal((await sandbox.ask('GET', `/players/${folder.notes.playerId}`)).status, 200);
  });

  it('continues an upload in parts, by its token', async () => {
    const { parts, partBytes } = folder.notes;
    for (const part of [1, 2]) {
      const piece = bytes.subarray((part - 1) * partBytes, part * partBytes);
      const answer = await sandbox.part(parts.token, piece, `part ${part}/3`, { videoId: parts.videoId });
      assert.equal(answer.status, 201, answer.text);
    }
    assert.equal(await source(parts.videoId), sha256(bytes));
  });

  it('continues an upload by tus, at its last byte', async () => {
    const { tus, partBytes } = folder.notes;
    const ask = { authorization: false as const };
    const head = await sandbox.ask('HEAD', tus.path, { ...ask, headers: TUS });
    assert.equal(head.headers.get('upload-offset'), String(partBytes));
    const sent = await sandbox.ask('PATCH', tus.path, {
      ...ask,
      headers: {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(partBytes),
      },
      body: bytes.subarray(partBytes),
    });
    assert.equal(sent.status, 204);
    assert.equal(await source(tus.videoId), sha256(bytes));
  });

  it('packages an upload that was complete', async () => {
    const { encoding } = await sandbox.statusWhen(folder.notes.unfinished, isSettled);
    assert.ok(encoding.playable);
  });

  it('makes a video of a recording that was broken off', async () => {
    const { liveStreamId } = folder.notes;
    const videoId = await eventually(async () => {
      const { text } = await sandbox.ask('GET', `/videos?liveStreamId=${liveStreamId}`);
      return (JSON.parse(text) as { data: { videoId: string }[] }).data[0]?.videoId;
    });
    assert.ok((await sandbox.statusWhen(videoId, isSettled)).encoding.playable);
    assert.equal((await sandbox.ask('GET', `/live-streams/${liveStreamId}`)).status, 200);
  });

  it('delivers each webhook that is due, once', async () => {
    const { webhookId } = folder.notes;
    await sandbox.statusWhen(folder.notes.unfinished, isSettled);
    const due = [folder.notes.private.videoId, folder.notes.unfinished];
    const expected = due.flatMap((videoId) => ['hls', 'mp4'].map((type) => `${videoId} ${type}`)).sort();
    // Videos that other tests complete are reported, too.
    const received = () => hooks.received.filter(({ body }) => due.some((videoId) => body.includes(videoId)));
    await until(() => received().length >= expected.length);
    await settled();
    assert.deepEqual(
      received()
        .map(({ body }) => renditionOf(body))
        .sort(),
      expected,
    );
    assert.ok(hooks.received.every((one) => one.header('X-Api-Video-WebhookID') === webhookId));
  });

  it('lets the viewer of a private video continue, and no other viewer begin', async () => {
    const { path: manifest, session } = folder.notes.private;
    const ask = (headers: Record<string, string>) =>
      request('GET', sandbox.url + manifest, { authorization: false, headers });
    assert.equal((await ask({ 'x-token-session': session })).status, 200);
    assert.equal((await ask({})).status, 404);
  });

  it('continues a session, each event once', async () => {
    const { packaged, session } = folder.notes;
    const body = JSON.stringify({
      session: { video_id: packaged, session_id: session.sessionId },
      events: session.continues,
    });
    const answer = await sandbox.ask('POST', '/collector/vod', { body });
    assert.equal(answer.body['session'], session.sessionId);
    const [found, ...rest] = await collectorOf(sandbox).sessions(packaged);
    assert.deepEqual(rest, []);
    assert.deepEqual(
      found?.events.map(({ type }) => type),
      ['play', 'pause', 'end'],
    );
  });
});

describe('the migrations of an earlier version’s database', () => {
  let folder: OlderFolder;
  before(() => {
    folder = new OlderFolder();
  });
  after(() => {
    folder.end();
  });

  const shape = (database: Database) => ({
    schema: database.all('SELECT name, sql FROM sqlite_master ORDER BY name'),
    versions: database.all('SELECT version FROM migrations ORDER BY version'),
    videos: database.all('SELECT id, title FROM videos ORDER BY id'),
    total: database.all('SELECT n FROM videos_total'),
    terms: database.all('SELECT kind, key, value, seq FROM video_terms ORDER BY kind, key, value, seq'),
    sessions: database.all('SELECT id, told FROM sessions ORDER BY id'),
  });
  const read = (file: string) => {
    const database = new Database(file);
    try {
      return shape(database);
    } finally {
      database.close();
    }
  };

  it('run once, and come to the same after a power cut at any of their steps', () => {
    const moments: Map<string, Buffer>[] = [];
    const faults = new DatabaseFaults();
    const migrated: string[] = [];
    faults.onDone = (sql) => {
      if (MIGRATIONS.includes(sql)) migrated.push(sql);
      const files = DATABASE_FILES.map((name) => [name, readFileSync(path.join(folder.dir, name))] as const);
      moments.push(new Map(files));
    };
    const dir = mkdtempSync(path.join(tmpdir(), 'vh-migrations-'));
    try {
      const whole = read(folder.database);
      assert.equal(migrated.length, MIGRATIONS.length - BEFORE);
      assert.equal(whole.videos.length, 5);
      const made = moments.splice(0);
      for (const [index, files] of made.entries()) {
        const at = path.join(dir, String(index));
        cpSync(folder.dir, at, { recursive: true });
        rmSync(path.join(at, 'sandbox.db-shm'), { force: true });
        for (const [name, bytes] of files) writeFileSync(path.join(at, name), bytes);
        assert.deepEqual(read(path.join(at, 'sandbox.db')), whole, `step ${index} of ${made.length}`);
      }
      migrated.length = 0;
      assert.deepEqual(read(folder.database), whole);
      assert.deepEqual(migrated, []);
    } finally {
      faults.end();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

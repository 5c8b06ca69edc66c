import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DataFolder } from '../../../packages/vh-elements-sandbox/src/store/files/data-folder.ts';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { film, seededBytes } from '../../support/sandbox/sandbox-bytes.ts';
import { SandboxClock } from '../support/sandbox-clock.ts';
import { formOf, isSettled, KEY, SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';
import { tus, tusMetadata } from '../../support/sandbox/sandbox-tus.ts';
import { eventually } from '../../support/eventually.ts';

const DAY = 24 * 60 * 60 * 1000;
const PART = 5 * 1024 * 1024;

describe('housekeeping', () => {
  let sandbox: SandboxUnderTest;
  let clock: SandboxClock;
  beforeEach(async () => {
    clock = new SandboxClock();
    sandbox = await SandboxUnderTest.start({ clock });
  });
  afterEach(() => sandbox.end());

  const statusOf = async (videoId: string) => (await sandbox.ask('GET', `/videos/${videoId}`)).status;
  const extents = () => readdir(path.join(sandbox.dir, 'extents'));
  const gone = async (videoId: string) => {
    await eventually(async () => (await statusOf(videoId)) === 404 || undefined);
  };

  it('removes empty and unfinished videos after a week, with its bytes, and nothing else', async () => {
    const token = await sandbox.token();
    const empty = await sandbox.video();
    const half = await sandbox.video();
    await sandbox.part(token, seededBytes(PART), 'part 1/2', { videoId: half });
    const slow = await sandbox.video();
    await tus(
      'POST',
      `${sandbox.url}/upload?token=${token}`,
      {
        'upload-length': '1000',
        'upload-metadata': tusMetadata({ videoId: slow }),
        'content-type': 'application/offset+octet-stream',
      },
      seededBytes(10),
    );
    const whole = await sandbox.video();
    await sandbox.upload(whole, await film('h264-aac.mp4'));
    await sandbox.statusWhen(whole, isSettled);
    assert.equal((await extents()).length, 3);

    clock.forward(6 * DAY);
    for (const videoId of [empty, half, slow, whole]) assert.equal(await statusOf(videoId), 200);
    clock.forward(DAY + 60_000);
    // A round an hour: the next one is due.
    clock.forward(60 * 60 * 1000);
    for (const videoId of [empty, half, slow]) await gone(videoId);
    assert.equal(await statusOf(whole), 200);
    await eventually(async () => (await extents()).length <= 1 || undefined);
  });

  it('removes tokens of an earlier process that have ended, and keeps the others', async () => {
    const ended = await sandbox.token(3600);
    const good = await sandbox.token(3600);
    const forever = await sandbox.token();
    const signIn = () =>
      sandbox.ask('POST', '/auth/api-key', { authorization: false, json: { apiKey: KEY } });
    await signIn();
    await sandbox.close();
    const open = () => new Database(new DataFolder(sandbox.dir).database);
    const before = open();
    before.run('UPDATE upload_tokens SET expires_at = ? WHERE token = ?', Date.now() - 1000, ended);
    before.run('UPDATE access_tokens SET expires_at = ?', Date.now() - 1000);
    before.close();
    await sandbox.open();
    await sandbox.close();
    const after = open();
    const left = after.all('SELECT token FROM upload_tokens ORDER BY seq').map(({ token }) => token);
    assert.deepEqual(left, [good, forever]);
    assert.deepEqual(after.all('SELECT * FROM access_tokens'), []);
    after.close();
    await sandbox.open();
  });

  it('takes what a clock that was ahead has dated into the future, a week after it was put right', async () => {
    const token = await sandbox.token(3600);
    const empty = await sandbox.video();
    const half = await sandbox.video();
    await sandbox.part(token, seededBytes(PART), 'part 1/2', { videoId: half });
    const whole = await sandbox.video();
    await sandbox.upload(whole, await film('h264-aac.mp4'));
    const made = await tus('POST', `${sandbox.url}/upload?token=${await sandbox.token()}`, {
      'upload-length': '1000',
      'content-type': 'application/offset+octet-stream',
    });
    await sandbox.close();
    // As if all of it had been made by a clock that was ten years ahead.
    const database = new Database(new DataFolder(sandbox.dir).database);
    const ahead = 10 * 365 * DAY;
    for (const [table, column] of [
      ['videos', 'created_at'],
      ['sources', 'started_at'],
      ['tus_uploads', 'expires_at'],
      ['upload_tokens', 'expires_at'],
    ])
      database.run(`UPDATE ${table ?? ''} SET ${column ?? ''} = ${column ?? ''} + ?`, ahead);
    database.close();
    await sandbox.open();
    const { text } = await sandbox.ask('GET', '/upload-tokens');
    const { data } = JSON.parse(text) as { data: { token: string; expiresAt: string | null }[] };
    const expiresAt = Date.parse(data.find((one) => one.token === token)?.expiresAt ?? '');
    assert.ok(expiresAt <= Date.now() + 3_600_000, 'the token lives as long as it was to');
    for (let day = 0; day < 8; day++) clock.forward(DAY);
    for (const videoId of [empty, half]) await gone(videoId);
    assert.equal(await statusOf(whole), 200);
    assert.equal(made.status, 201);
    await eventually(async () => (await extents()).length <= 1 || undefined);
  });

  it('looks at once when it opens, too', async () => {
    const empty = await sandbox.video();
    await sandbox.close();
    clock.forward(8 * DAY);
    await sandbox.open();
    assert.equal(await statusOf(empty), 404);
  });
});

describe('the size of a source', () => {
  let sandbox: SandboxUnderTest;
  beforeEach(async () => {
    sandbox = await SandboxUnderTest.start({ limits: { sourceBytes: 2 * PART } });
  });
  afterEach(() => sandbox.end());

  it('is limited in parts and in ranges', async () => {
    const token = await sandbox.token();
    const bytes = seededBytes(PART);
    for (const ranges of [
      ['part 1/*', 'part 2/*', 'part 3/3'],
      [
        `bytes 0-${String(PART - 1)}/*`,
        `bytes ${String(PART)}-${String(2 * PART - 1)}/*`,
        `bytes ${String(2 * PART)}-${String(3 * PART - 1)}/*`,
      ],
    ]) {
      const videoId = await sandbox.video();
      const reported = [];
      for (const range of ranges) reported.push(await sandbox.part(token, bytes, range, { videoId }));
      assert.deepEqual(
        reported.map(({ status }) => status),
        [201, 201, 400],
      );
      assert.equal(reported[2] && slugOf(reported[2]), 'uploaded-file-too-large');
    }
    const whole = await sandbox.upload(await sandbox.video(), seededBytes(2 * PART + 1));
    assert.equal(slugOf(whole), 'uploaded-file-too-large');
    assert.equal((await readdir(path.join(sandbox.dir, 'extents'))).length, 4);
  });

  it('is limited in tus, put together or not', async () => {
    const address = `${sandbox.url}/upload?token=${await sandbox.token()}`;
    const large = await tus('POST', address, { 'upload-length': String(2 * PART + 1) });
    assert.ok((await large.text()).includes('uploaded-file-too-large'));
    const parts = [];
    for (let number = 0; number < 3; number++) {
      const headers = {
        'upload-length': String(PART),
        'upload-concat': 'partial',
        'content-type': 'application/offset+octet-stream',
      };
      parts.push(
        (await tus('POST', address, headers, seededBytes(PART, number))).headers.get('location') ?? '',
      );
    }
    const final = await tus('POST', address, { 'upload-concat': `final;${parts.join(' ')}` });
    assert.equal(final.status, 400);
    assert.ok((await final.text()).includes('uploaded-file-too-large'));
    const fits = await tus('POST', address, { 'upload-concat': `final;${parts.slice(0, 2).join(' ')}` });
    assert.equal(fits.status, 201);
    const deferred = await tus('POST', address, { 'upload-defer-length': '1' });
    const headers = {
      'upload-offset': '0',
      'upload-length': String(2 * PART + 1),
      'content-type': 'application/offset+octet-stream',
    };
    const reported = await tus('PATCH', deferred.headers.get('location') ?? '', headers, seededBytes(10));
    assert.ok(reported.status >= 400 && reported.status < 500);
  });
});

describe('languages of captions', () => {
  let sandbox: SandboxUnderTest;
  let videoId: string;
  beforeEach(async () => {
    sandbox = await SandboxUnderTest.start();
    videoId = await sandbox.video();
  });
  afterEach(() => sandbox.end());

  const put = (kind: string, language: string) =>
    sandbox.ask('POST', `/videos/${videoId}/${kind}/${language}`, {
      form: formOf(new TextEncoder().encode('WEBVTT\n'), { name: 'a.vtt' }),
    });

  it('are the existing ones', async () => {
    for (const language of ['en', 'fr', 'pt-BR', 'zh-Hant-TW', 'es-419', 'fil', 'yue', 'ca-valencia', 'no']) {
      const reported = await put('captions', language);
      assert.equal(reported.status, 200, language);
      assert.equal(reported.body['srclang'], language);
    }
    for (const language of [
      'xx',
      'qqq',
      'e',
      'english',
      'en-XX',
      'en-Abcd',
      'en_US',
      'en-',
      '-en',
      'en-u-ca-buddhist',
      'x-klingon',
      '12',
      'constructor',
      'en-US-en-US-en-US',
    ]) {
      const reported = await put('captions', language);
      assert.equal(reported.status, 400, language);
      assert.equal(slugOf(reported), 'invalid-attribute');
      assert.equal(reported.body['name'], 'language');
    }
  });

  it('are one language however they are written', async () => {
    await put('captions', 'EN-us');
    await put('captions', 'en-US');
    const reported = await sandbox.ask('GET', `/videos/${videoId}/captions`);
    assert.equal((JSON.parse(reported.text) as { data: unknown[] }).data.length, 1);
    assert.equal((await sandbox.ask('GET', `/videos/${videoId}/captions/en-us`)).body['srclang'], 'en-US');
    assert.equal((await sandbox.ask('GET', `/videos/${videoId}/captions/qqq`)).status, 404);
  });

  it('may be any tag for chapters', async () => {
    assert.equal((await put('chapters', 'qqq')).status, 200);
    assert.equal((await put('chapters', 'en_US')).status, 400);
  });
});

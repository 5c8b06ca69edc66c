import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { seededBytes, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { basic, formOf, isSettled, KEY, SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';
import { eventually } from '../../support/eventually.ts';

const PART = 5 * 1024 * 1024;

describe('an upload', () => {
  let sandbox: SandboxUnderTest;
  let token: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    token = await sandbox.token();
  });
  after(() => sandbox.end());

  const stored = async (videoId: string) => {
    const response = await fetch(`${sandbox.url}/videos/${videoId}/source`, {
      headers: { authorization: basic(KEY) },
    });
    assert.equal(response.status, 200);
    return sha256(new Uint8Array(await response.arrayBuffer()));
  };
  const files = async () => (await readdir(path.join(sandbox.dir, 'extents'))).length;

  it('goes whole into a video with the key, and its bytes come back unchanged', async () => {
    const bytes = seededBytes(300_000);
    const videoId = await sandbox.video('Kept title');
    const reported = await sandbox.upload(videoId, bytes);
    assert.equal(reported.status, 201);
    assert.equal((JSON.parse(reported.text) as { title: string }).title, 'Kept title');
    assert.equal(await stored(videoId), sha256(bytes));
    const { ingest } = await sandbox.statusWhen(videoId, () => true);
    assert.deepEqual(ingest, {
      status: 'uploaded',
      filesize: 300_000,
      receivedBytes: [],
      receivedParts: { parts: [], total: null },
      sha256: sha256(bytes),
    });
  });

  it('says the checksum of a file that came in parts', async () => {
    const [one, other] = [seededBytes(PART, 3), seededBytes(2_000, 4)];
    const { videoId } = JSON.parse((await sandbox.part(token, one, 'part 1/2')).text) as { videoId: string };
    await sandbox.part(token, other, 'part 2/2', { videoId });
    const { ingest } = await sandbox.statusWhen(videoId, (status) => status.ingest?.sha256 !== undefined);
    assert.equal(ingest?.sha256, sha256(Buffer.concat([one, other])));
  });

  it('has no ingest before anything has come', async () => {
    const { ingest, encoding } = await sandbox.statusWhen(await sandbox.video(), () => true);
    assert.equal(ingest, null);
    assert.equal(encoding.playable, false);
    assert.deepEqual(encoding.qualities, []);
  });

  it('with a token makes one video, called after the file', async () => {
    const reported = await sandbox.part(token, seededBytes(1000), undefined, { name: 'holiday.mp4' });
    assert.equal(reported.status, 201);
    assert.equal((JSON.parse(reported.text) as { title: string }).title, 'holiday.mp4');
  });

  it('takes the file whatever its field is called, and videoId before or after it', async () => {
    const videoId = await sandbox.video();
    const form = formOf(seededBytes(500, 3), { field: 'movie.mp4' });
    form.append('videoId', videoId);
    const reported = await sandbox.ask('POST', `/upload?token=${token}`, {
      form,
      headers: { authorization: '' },
      authorization: false,
    });
    assert.equal(reported.status, 201);
    assert.equal((JSON.parse(reported.text) as { videoId: string }).videoId, videoId);
  });

  it('comes together from parts in any order and at once', async () => {
    const bytes = seededBytes(4 * PART + 1234, 5);
    const videoId = await sandbox.video();
    const parts = Array.from({ length: 5 }, (_, index) => bytes.subarray(index * PART, (index + 1) * PART));
    const order = [3, 0, 4, 2, 1];
    const reported = await Promise.all(
      order.map((index) =>
        sandbox.part(token, parts[index] ?? bytes, `part ${String(index + 1)}/5`, { videoId }),
      ),
    );
    assert.deepEqual(
      reported.map(({ status }) => status),
      [201, 201, 201, 201, 201],
    );
    const finished = reported.filter(({ text }) => 'title' in (JSON.parse(text) as object));
    assert.equal(finished.length, 1, 'only the part that completes it answers with the whole video');
    assert.equal(await stored(videoId), sha256(bytes));
    const { ingest } = await sandbox.statusWhen(videoId, () => true);
    assert.deepEqual(ingest?.receivedParts, { parts: [1, 2, 3, 4, 5], total: 5 });
  });

  it('needs no total before the last part', async () => {
    const bytes = seededBytes(PART + 10, 6);
    const first = await sandbox.part(token, bytes.subarray(0, PART), 'part 1/*');
    assert.deepEqual(Object.keys(JSON.parse(first.text) as object), ['videoId']);
    const { videoId } = JSON.parse(first.text) as { videoId: string };
    const halfway = await sandbox.statusWhen(videoId, () => true);
    assert.equal(halfway.ingest?.status, 'uploading');
    assert.deepEqual(halfway.ingest.receivedParts, { parts: [1], total: null });
    await sandbox.part(token, bytes.subarray(PART), 'part 2/2', { videoId });
    assert.equal(await stored(videoId), sha256(bytes));
  });

  it('comes together from byte ranges', async () => {
    const bytes = seededBytes(2 * PART + 99, 8);
    const total = String(bytes.length);
    const videoId = await sandbox.video();
    const send = (from: number, to: number) =>
      sandbox.part(token, bytes.subarray(from, to), `bytes ${String(from)}-${String(to - 1)}/${total}`, {
        videoId,
      });
    await send(PART, 2 * PART);
    const { ingest } = await sandbox.statusWhen(videoId, () => true);
    assert.deepEqual(ingest?.receivedBytes, [{ from: PART, to: 2 * PART - 1, total: bytes.length }]);
    await send(2 * PART, bytes.length);
    await send(0, PART);
    assert.equal(await stored(videoId), sha256(bytes));
  });

  it('takes a part again when it is the same, and refuses another in its place', async () => {
    const videoId = await sandbox.video();
    const bytes = seededBytes(PART, 9);
    const count = await files();
    const send = (content: Uint8Array, range: string) => sandbox.part(token, content, range, { videoId });
    assert.equal((await send(bytes, 'part 1/2')).status, 201);
    assert.equal((await send(bytes, 'part 1/2')).status, 201);
    const other = await send(seededBytes(PART, 10), 'part 1/2');
    assert.equal(slugOf(other), 'video-content-range-by-part-part-already-sent');
    assert.equal((await send(bytes.subarray(0, 9), 'part 2/2')).status, 201);
    const last = await send(bytes.subarray(0, 9), 'part 2/2');
    assert.equal(last.status, 201, 'the last part too, whose answer may have been lost');
    assert.equal(await files(), count + 2);
  });

  it('makes one video of a first part that is sent twice under one Upload-Id', async () => {
    const bytes = seededBytes(PART, 11);
    const headers = { 'upload-id': 'b7a6f0f2-5f1e-4f7e-9b1f-0d8b6a6f9d11' };
    const first = await sandbox.part(token, bytes, 'part 1/2', { headers });
    const second = await sandbox.part(token, bytes, 'part 1/2', { headers });
    assert.equal(second.status, 201);
    assert.equal(second.text, first.text);
  });

  it('shows the holder of the token what has arrived', async () => {
    const first = await sandbox.part(token, seededBytes(PART, 12), 'part 1/3');
    const { videoId } = JSON.parse(first.text) as { videoId: string };
    for (const ask of [
      { where: `/upload/${videoId}?token=${token}`, headers: {} },
      { where: `/upload/${videoId}`, headers: { authorization: `Bearer ${token}` } },
    ]) {
      const reported = await sandbox.ask('GET', ask.where, { authorization: false, headers: ask.headers });
      const body = JSON.parse(reported.text) as { videoId: string; ingest: { receivedParts: unknown } };
      assert.equal(body.videoId, videoId);
      assert.deepEqual(body.ingest.receivedParts, { parts: [1], total: 3 });
    }
    assert.equal((await sandbox.ask('GET', `/upload/${videoId}`, { authorization: false })).status, 401);
  });

  const mixes: [string, string | undefined, string | undefined, string][] = [
    [
      'bytes after parts',
      'part 1/3',
      `bytes 0-${String(PART - 1)}/${String(3 * PART)}`,
      'video-content-range-started-with-part',
    ],
    [
      'parts after bytes',
      `bytes 0-${String(PART - 1)}/${String(3 * PART)}`,
      'part 2/3',
      'video-content-range-started-with-bytes',
    ],
    ['no range after parts', 'part 1/3', undefined, 'video-content-range-already-initiated'],
    ['a part after the whole', undefined, 'part 1/1', 'video-source-already-uploaded'],
    ['the whole after the whole', undefined, undefined, 'video-source-already-uploaded'],
  ];
  for (const [what, first, second, slug] of mixes) {
    it(`refuses ${what}`, async () => {
      const videoId = await sandbox.video();
      assert.equal((await sandbox.part(token, seededBytes(PART, 13), first, { videoId })).status, 201);
      const count = await files();
      const reported = await sandbox.part(token, seededBytes(PART, 14), second, { videoId });
      assert.equal(reported.status, 400);
      assert.equal(slugOf(reported), slug);
      assert.equal(await files(), count, 'what is refused is not kept');
    });
  }

  it('refuses a form with no file, with several, with an empty one, and another body', async () => {
    const where = `/videos/${await sandbox.video()}/source`;
    const count = await files();
    const none = new FormData();
    none.append('videoId', 'x');
    const several = formOf(seededBytes(10));
    several.append('other', new Blob(['x']), 'x.mp4');
    const slugs = [];
    for (const ask of [
      { form: none },
      { form: several },
      { form: formOf(new Uint8Array()) },
      { json: {} },
      { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
    ]) {
      const reported = await sandbox.ask('POST', where, ask);
      assert.equal(reported.status, 400);
      slugs.push(slugOf(reported));
    }
    assert.deepEqual(slugs, [
      'uploaded-file-no-file',
      'uploaded-file-multiple-files',
      'uploaded-file-empty',
      'uploaded-file-no-file',
      'uploaded-file-no-file',
    ]);
    assert.equal(await files(), count);
  });

  const broken: [string, string, string][] = [
    ['has no boundary', 'multipart/form-data; x=y', 'x'],
    ['ends in a header', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-da'],
    [
      'ends in the file',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
    [
      'has a part without a name',
      'multipart/form-data; boundary=x',
      `--x\r\nsomething: else\r\n\r\n${'z'.repeat(100_000)}\r\n--x--\r\n`,
    ],
    ['is another form', 'multipart/form-data; boundary=y', '--x\r\n\r\nabc\r\n--x--\r\n'],
  ];
  for (const [what, contentType, body] of broken) {
    it(`answers a form that ${what}`, async () => {
      const count = await files();
      const where = `/videos/${await sandbox.video()}/source`;
      const reported = await sandbox.ask('POST', where, { body, headers: { 'content-type': contentType } });
      assert.equal(reported.status, 400);
      assert.equal(await files(), count);
    });
  }

  it('needs a token that is good', async () => {
    const gone = await sandbox.token();
    await sandbox.ask('DELETE', `/upload-tokens/${gone}`);
    const wrong = await sandbox.part(gone, seededBytes(10));
    assert.equal(wrong.status, 401);
    assert.equal(slugOf(wrong), 'authentication-invalid-upload-token');
    const none = await sandbox.ask('POST', '/upload', {
      authorization: false,
      form: formOf(seededBytes(10)),
    });
    assert.equal(slugOf(none), 'authentication-missing-upload-token');
  });

  it('makes no video of a part that is refused', async () => {
    const count = async () =>
      (JSON.parse((await sandbox.ask('GET', '/videos')).text) as { pagination: { itemsTotal: number } })
        .pagination.itemsTotal;
    const before = await count();
    assert.equal((await sandbox.part(token, seededBytes(10), 'part 1/2')).status, 400);
    assert.equal((await sandbox.part(token, seededBytes(10), undefined, { videoId: 'viNone' })).status, 404);
    assert.equal(await count(), before);
  });

  it('keeps nothing of a body that breaks off', async () => {
    const videoId = await sandbox.video();
    const count = await files();
    await new Promise<void>((resolve) => {
      const outgoing = httpRequest(`${sandbox.url}/videos/${videoId}/source`, {
        method: 'POST',
        headers: {
          'authorization': basic(KEY),
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': '9000000',
        },
      });
      outgoing.on('error', () => {
        resolve();
      });
      outgoing.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n');
      outgoing.write(seededBytes(2_000_000), () => outgoing.destroy());
      outgoing.on('close', resolve);
    });
    await eventually(async () => (await files()) === count || undefined);
    const { ingest } = await sandbox.statusWhen(videoId, () => true);
    assert.equal(ingest, null);
  });

  it('takes any bytes, and says in words why they will not play', async () => {
    const videoId = await sandbox.video();
    const reported = await sandbox.upload(videoId, Buffer.from('This is a text.'), 'text.mp4');
    assert.equal(reported.status, 201);
    const { encoding } = await sandbox.statusWhen(videoId, isSettled);
    assert.equal(encoding.playable, false);
    assert.equal(encoding.qualities.map(({ status }) => status).join(), 'failed');
    assert.match(encoding.reason ?? '', /not a video/);
  });
});

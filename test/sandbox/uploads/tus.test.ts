import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { seededBytes, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { cutPatch, stuckPatch, tus, tusMetadata, tusUpload } from '../../support/sandbox/sandbox-tus.ts';
import { basic, KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const BYTES = 'application/offset+octet-stream';

describe('tus', () => {
  let sandbox: SandboxUnderTest;
  let token: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    token = await sandbox.token();
  });
  after(() => sandbox.end());

  const endpoint = () => `${sandbox.url}/upload?token=${token}`;
  const bearer = () => ({ authorization: `Bearer ${token}` });
  const stored = async (videoId: string) => {
    const response = await fetch(`${sandbox.url}/videos/${videoId}/source`, {
      headers: { authorization: basic(KEY) },
    });
    return response.status === 200
      ? sha256(new Uint8Array(await response.arrayBuffer()))
      : String(response.status);
  };
  const videos = async () => {
    const { text } = await sandbox.ask('GET', '/videos?pageSize=100');
    return (JSON.parse(text) as { data: { videoId: string; title: string }[] }).data;
  };
  const create = async (headers: Record<string, string>) => {
    const response = await tus('POST', endpoint(), headers);
    assert.equal(response.status, 201);
    return {
      location: response.headers.get('location') ?? '',
      videoId: response.headers.get('video-id') ?? '',
    };
  };

  it('announces its extensions', async () => {
    const response = await fetch(endpoint(), { method: 'OPTIONS' });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('tus-version'), '1.0.0');
    assert.equal(
      response.headers.get('tus-extension'),
      'creation,creation-with-upload,creation-defer-length,termination,expiration,concatenation,checksum',
    );
  });

  it('takes an upload of the real client and makes one video, called after the file', async () => {
    const bytes = seededBytes(700_000, 20);
    const before = (await videos()).length;
    await tusUpload(bytes, { endpoint: endpoint(), chunkSize: 200_000, metadata: { filename: 'sea.mp4' } });
    const [video, ...rest] = await videos();
    assert.equal(rest.length, before);
    assert.equal(video?.title, 'sea.mp4');
    assert.equal(await stored(video.videoId), sha256(bytes));
  });

  it('takes an upload in parallel without copying, into the video that is named', async () => {
    const bytes = seededBytes(900_001, 21);
    const videoId = await sandbox.video('Kept');
    await tusUpload(bytes, {
      endpoint: `${sandbox.url}/upload`,
      headers: bearer(),
      parallelUploads: 3,
      metadata: { filename: 'x', videoId },
    });
    assert.equal(await stored(videoId), sha256(bytes));
    const status = await sandbox.statusWhen(videoId, () => true);
    assert.equal(status.ingest?.status, 'uploaded');
    assert.equal(status.ingest.filesize, bytes.length);
  });

  it('takes a stream whose length is sent at its end', async () => {
    const bytes = seededBytes(500_000, 22);
    const videoId = await sandbox.video();
    await new Promise<void>((resolve, reject) => {
      void import('tus-js-client').then(({ Upload }) => {
        new Upload(Readable.from([bytes]), {
          endpoint: endpoint(),
          uploadLengthDeferred: true,
          chunkSize: 150_000,
          metadata: { videoId },
          onSuccess: () => {
            resolve();
          },
          onError: reject,
        }).start();
      });
    });
    assert.equal(await stored(videoId), sha256(bytes));
  });

  it('resumes where a cut connection ended', async () => {
    const bytes = seededBytes(3_000_000, 23);
    const { location, videoId } = await create({ 'upload-length': String(bytes.length) });
    await cutPatch(location, 0, bytes.subarray(0, 1_000_000), bytes.length);
    const head = await tus('HEAD', location);
    assert.equal(head.headers.get('upload-length'), String(bytes.length));
    assert.equal(head.headers.get('cache-control'), 'no-store');
    const offset = Number(head.headers.get('upload-offset'));
    assert.ok(offset <= 1_000_000);
    const status = await sandbox.statusWhen(videoId, () => true);
    assert.equal(status.ingest?.status, 'uploading');
    const patch = await tus(
      'PATCH',
      location,
      { 'upload-offset': String(offset), 'content-type': BYTES },
      bytes.subarray(offset),
    );
    assert.equal(patch.status, 204);
    assert.equal(patch.headers.get('upload-offset'), String(bytes.length));
    assert.equal(await stored(videoId), sha256(bytes));
  });

  it('answers everybody who asks at once where a silent connection left it', async () => {
    const { location } = await create({ 'upload-length': '1000' });
    const callOff = await stuckPatch(location, 0, new Uint8Array(400), 1000);
    const asked = await Promise.all([1, 2, 3].map(() => tus('HEAD', location)));
    callOff();
    const offsets = new Set(asked.map(({ headers }) => headers.get('upload-offset')));
    assert.equal(offsets.size, 1);
    assert.ok(Number([...offsets][0]) <= 400);
  });

  it('resumes after a restart', async () => {
    const bytes = seededBytes(100_000, 24);
    const { location, videoId } = await create({ 'upload-length': String(bytes.length) });
    const headers = { 'upload-offset': '0', 'content-type': BYTES };
    await tus('PATCH', location, headers, bytes.subarray(0, 60_000));
    await sandbox.close();
    await sandbox.open();
    const again = new URL(new URL(location).pathname, sandbox.url).href;
    assert.equal((await tus('HEAD', again)).headers.get('upload-offset'), '60000');
    await tus('PATCH', again, { ...headers, 'upload-offset': '60000' }, bytes.subarray(60_000));
    assert.equal(await stored(videoId), sha256(bytes));
  });

  it('takes bytes with the creation', async () => {
    const bytes = seededBytes(50_000, 25);
    const response = await tus(
      'POST',
      endpoint(),
      {
        'upload-length': '50000',
        'content-type': BYTES,
        'upload-metadata': tusMetadata({ filename: 'ü.mp4' }),
      },
      bytes,
    );
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('upload-offset'), '50000');
    assert.ok(response.headers.get('upload-expires'));
    assert.equal((await videos())[0]?.title, 'ü.mp4');
  });

  it('concatenates once, however often it is asked', async () => {
    const bytes = seededBytes(2_000, 26);
    const part = async (from: number, to: number) => {
      const { location } = await create({ 'upload-length': String(to - from), 'upload-concat': 'partial' });
      await tus('PATCH', location, { 'upload-offset': '0', 'content-type': BYTES }, bytes.subarray(from, to));
      return location;
    };
    const parts = [await part(0, 700), await part(700, 2_000)];
    const before = (await videos()).length;
    const final = { 'upload-concat': `final;${parts.join(' ')}` };
    const first = await create(final);
    const second = await create(final);
    assert.equal(second.location, first.location);
    assert.equal((await videos()).length, before + 1);
    assert.equal(await stored(first.videoId), sha256(bytes));
    const patch = await tus(
      'PATCH',
      first.location,
      { 'upload-offset': '2000', 'content-type': BYTES },
      bytes,
    );
    assert.equal(patch.status, 403);
  });

  it('refuses to concatenate unfinished uploads', async () => {
    const { location } = await create({ 'upload-length': '10', 'upload-concat': 'partial' });
    const response = await tus('POST', endpoint(), { 'upload-concat': `final;${location}` });
    assert.equal(response.status, 400);
  });

  it('counts bytes with a checksum whole or not at all', async () => {
    const bytes = seededBytes(1_000, 27);
    const { location } = await create({ 'upload-length': '2000' });
    const send = (digest: string) =>
      tus(
        'PATCH',
        location,
        { 'upload-offset': '0', 'content-type': BYTES, 'upload-checksum': `sha1 ${digest}` },
        bytes,
      );
    assert.equal((await send('AAAA')).status, 460);
    assert.equal((await tus('HEAD', location)).headers.get('upload-offset'), '0');
    assert.equal((await send(createHash('sha1').update(bytes).digest('base64'))).status, 204);
  });

  it('answers a wrong offset with 409, and closes the connection', async () => {
    const { location } = await create({ 'upload-length': '10' });
    const response = await tus(
      'PATCH',
      location,
      { 'upload-offset': '5', 'content-type': BYTES },
      new Uint8Array(5),
    );
    assert.equal(response.status, 409);
    assert.equal(response.headers.get('connection'), 'close');
  });

  it('forgets an upload that is terminated', async () => {
    const { location } = await create({ 'upload-length': '10' });
    assert.equal((await tus('DELETE', location)).status, 204);
    assert.equal((await tus('HEAD', location)).status, 404);
  });

  it('is tied to its token', async () => {
    const own = await sandbox.token();
    const response = await tus('POST', `${sandbox.url}/upload?token=${own}`, { 'upload-length': '10' });
    const location = response.headers.get('location') ?? '';
    await sandbox.ask('DELETE', `/upload-tokens/${own}`);
    assert.equal((await tus('HEAD', location)).status, 401);
    const headers = { 'upload-offset': '0', 'content-type': BYTES };
    assert.equal((await tus('PATCH', location, headers, new Uint8Array(10))).status, 401);
    assert.equal((await tus('PATCH', location, { ...headers, ...bearer() }, new Uint8Array(10))).status, 204);
  });

  const refusals: [string, Record<string, string>, number][] = [
    ['another version', { 'tus-resumable': '0.2.2', 'upload-length': '1' }, 412],
    ['no length', {}, 400],
    ['a length of nothing', { 'upload-length': '0' }, 400],
    ['a length that is none', { 'upload-length': '-1' }, 400],
    ['a length beyond all', { 'upload-length': '99999999999999' }, 413],
    [
      'a video that is not there',
      { 'upload-length': '1', 'upload-metadata': tusMetadata({ videoId: 'viNo' }) },
      404,
    ],
  ];
  for (const [what, headers, status] of refusals) {
    it(`refuses ${what}`, async () => {
      const before = (await videos()).length;
      assert.equal((await tus('POST', endpoint(), headers)).status, status);
      assert.equal((await videos()).length, before);
    });
  }

  it('refuses a creation without a token, and bytes beyond the length', async () => {
    assert.equal((await tus('POST', `${sandbox.url}/upload`, { 'upload-length': '1' })).status, 401);
    const { location } = await create({ 'upload-length': '3' });
    const headers = { 'upload-offset': '0', 'content-type': BYTES };
    assert.equal((await tus('PATCH', location, headers, new Uint8Array(4))).status, 413);
    assert.equal((await tus('PATCH', location, { 'upload-offset': '0' }, new Uint8Array(3))).status, 415);
  });
});

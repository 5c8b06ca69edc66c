import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { formOf, isSettled, SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';

describe('assets', () => {
  let sandbox: SandboxUnderTest;
  let videoId: string;
  let mp4: Buffer;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    videoId = await sandbox.video();
    mp4 = await film('h264-aac.mp4');
    await sandbox.upload(videoId, mp4);
    await sandbox.statusWhen(videoId, isSettled);
  });
  after(() => sandbox.end());

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${sandbox.url}/assets/vod/${videoId}${path}`, { method, headers });

  it('have the types that players look for', async () => {
    const types: [string, string, RegExp][] = [
      ['/hls/manifest.m3u8', 'application/vnd.apple.mpegurl', /no-cache/],
      ['/hls/240p/playlist.m3u8', 'application/vnd.apple.mpegurl', /no-cache/],
      ['/hls/240p/init.mp4', 'video/mp4', /immutable/],
      ['/hls/240p/1.m4s', 'video/iso.segment', /immutable/],
      ['/mp4/source.mp4', 'video/mp4', /immutable/],
      ['/thumbnail.jpg', 'image/jpeg', /no-cache/],
    ];
    for (const [path, type, caching] of types) {
      const response = await get(path);
      await response.arrayBuffer();
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get('content-type'), type);
      assert.match(response.headers.get('cache-control') ?? '', caching);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      const again = await get(path, { 'if-none-match': response.headers.get('etag') ?? '' });
      assert.equal(again.status, 304, path);
    }
  });

  const ranges: [string, number, string | null, (all: Buffer) => Buffer][] = [
    ['bytes=0-9', 206, 'bytes 0-9/', (all) => all.subarray(0, 10)],
    ['bytes=100-', 206, 'bytes 100-', (all) => all.subarray(100)],
    ['bytes=-7', 206, 'bytes ', (all) => all.subarray(-7)],
    ['bytes=0-99999999', 206, 'bytes 0-', (all) => all],
    ['bytes=99999999-', 416, 'bytes */', () => Buffer.alloc(0)],
    ['bytes=5-2', 200, null, (all) => all],
    ['bytes=0-1,3-4', 200, null, (all) => all],
    ['lines=0-1', 200, null, (all) => all],
  ];
  for (const [range, status, contentRange, expected] of ranges) {
    it(`answer ${range} with ${String(status)}`, async () => {
      const response = await get('/mp4/source.mp4', { range });
      assert.equal(response.status, status);
      assert.ok((response.headers.get('content-range') ?? '').startsWith(contentRange ?? ''));
      assert.equal(response.headers.has('content-range'), contentRange !== null);
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), expected(mp4));
    });
  }

  it('answer HEAD without a body, and a stale If-Range with all', async () => {
    const head = await get('/mp4/source.mp4', {}, 'HEAD');
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-length'), String(mp4.length));
    assert.equal((await head.arrayBuffer()).byteLength, 0);
    const stale = await get('/mp4/source.mp4', { 'range': 'bytes=0-1', 'if-range': '"old"' });
    assert.equal(stale.status, 200);
    await stale.arrayBuffer();
  });

  it('are saved rather than shown when that is asked', async () => {
    const response = await get('/mp4/source.mp4?dl=1', {}, 'HEAD');
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment/);
  });

  it('answer 202 with nothing until there is something to play', async () => {
    const empty = await sandbox.video();
    const response = await fetch(`${sandbox.url}/assets/vod/${empty}/hls/manifest.m3u8`);
    assert.equal(response.status, 202);
    assert.equal(await response.text(), '');
  });

  it('are only the existing ones', async () => {
    for (const path of [
      '/hls/240p/master.m3u8',
      '/hls/240p/99.m4s',
      '/hls/attic/1.m4s',
      '/hls/240p/..%2f..%2f..%2fsandbox.db',
      '/hls/%2e%2e/%2e%2e/sandbox.db',
      '/captions/en.vtt',
      '/nothing',
    ]) {
      const response = await get(path);
      assert.equal(response.status, 404, path);
      await response.arrayBuffer();
    }
  });

  it('take a picture as a thumbnail, whatever it is called, and nothing else', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const where = `/videos/${videoId}/thumbnail`;
    const reported = await sandbox.ask('POST', where, { form: formOf(png, { name: 'file' }) });
    assert.equal(reported.status, 200);
    const response = await get('/thumbnail.jpg');
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), png);
    const text = await sandbox.ask('POST', where, { form: formOf(Buffer.from('text'), { name: 'a.jpg' }) });
    assert.equal(slugOf(text), 'uploaded-file-extension-invalid');
  });

  it('pick a thumbnail by a timecode, even of a video without a source', async () => {
    const where = `/videos/${await sandbox.video()}/thumbnail`;
    for (const timecode of ['00:00:01.5', '00:00:01:12', '3']) {
      assert.equal((await sandbox.ask('PATCH', where, { json: { timecode } })).status, 200, timecode);
    }
    assert.equal(
      slugOf(await sandbox.ask('PATCH', where, { json: { timecode: 'soon' } })),
      'invalid-attribute',
    );
    assert.equal(slugOf(await sandbox.ask('PATCH', where, { json: {} })), 'attribute-required');
  });
});

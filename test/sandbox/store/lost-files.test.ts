import assert from 'node:assert/strict';
import { readdir, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DiskFaults } from '../support/disk-faults.ts';
import { seededBytes, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { tus, tusMetadata } from '../../support/sandbox/sandbox-tus.ts';
import { basic, KEY, SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';

const BYTES = { 'content-type': 'application/offset+octet-stream' };
const PART = 5 * 1024 * 1024;

let sandbox: SandboxUnderTest;
let token: string;
beforeEach(async () => {
  sandbox = await SandboxUnderTest.start({ packaging: false });
  token = await sandbox.token();
});
afterEach(() => sandbox.end());

const extents = async () => {
  const folder = path.join(sandbox.dir, 'extents');
  return (await readdir(folder)).map((name) => path.join(folder, name));
};
const onlyExtent = async () => {
  const [file, ...rest] = await extents();
  assert.ok(file && rest.length === 0);
  return file;
};
const storedOf = async (videoId: string) => {
  const headers = { authorization: basic(KEY) };
  const response = await fetch(`${sandbox.url}/videos/${videoId}/source`, { headers });
  return sha256(new Uint8Array(await response.arrayBuffer()));
};
const ingestOf = async (videoId: string) => (await sandbox.statusWhen(videoId, () => true)).ingest;

describe('a tus upload whose bytes are lost', () => {
  const bytes = seededBytes(100_000);
  let videoId: string;
  const create = async (headers: Record<string, string> = {}) => {
    const address = `${sandbox.url}/upload?token=${token}`;
    const made = await tus('POST', address, { 'upload-length': String(bytes.length), ...headers });
    assert.equal(made.status, 201);
    return made.headers.get('location') ?? '';
  };
  const patch = (location: string, from: number, to = bytes.length) =>
    tus('PATCH', location, { ...BYTES, 'upload-offset': String(from) }, bytes.subarray(from, to));
  const named = () => ({ 'upload-metadata': tusMetadata({ videoId }) });
  beforeEach(async () => {
    videoId = await sandbox.video();
  });

  for (const [what, lose] of [
    ['file is gone', (file: string) => rm(file)],
    ['file has lost its end', (file: string) => truncate(file, 39_999)],
    ['file is empty', (file: string) => truncate(file, 0)],
  ] as const) {
    it(`is gone when its ${what}, and starts over in the same video`, async () => {
      const location = await create(named());
      assert.equal((await patch(location, 0, 40_000)).status, 204);
      await lose(await onlyExtent());
      assert.equal((await tus('HEAD', location)).status, 410);
      const reported = await patch(location, 40_000);
      assert.equal(reported.status, 410);
      assert.match(await reported.text(), /tus-upload-gone/);
      assert.equal((await ingestOf(videoId))?.status, 'uploading');
      assert.equal((await patch(await create(named()), 0)).status, 204);
      assert.equal(await storedOf(videoId), sha256(bytes));
    });
  }

  it('is gone when they go between the last byte and its video', async () => {
    const location = await create(named());
    assert.equal((await patch(location, 0, 100)).status, 204);
    const disk = await DiskFaults.in(sandbox.dir);
    try {
      // The folder cannot be synced: all bytes are counted, and no video is made of them.
      disk.fail('EIO', (call) => call.operation === 'open' && path.basename(call.path) === 'extents');
      assert.equal((await patch(location, 100)).status, 503);
    } finally {
      disk.end();
    }
    await rm(await onlyExtent());
    for (const method of ['HEAD', 'HEAD', 'PATCH']) {
      const headers = { ...BYTES, 'upload-offset': String(bytes.length) };
      assert.equal((await tus(method, location, method === 'HEAD' ? {} : headers)).status, 410);
    }
    assert.equal((await ingestOf(videoId))?.status, 'uploading');
  });

  it('cannot be joined with others', async () => {
    const parts = [];
    for (let part = 0; part < 2; part++) {
      const location = await create({ 'upload-concat': 'partial' });
      assert.equal((await patch(location, 0)).status, 204);
      parts.push(location);
    }
    const [lost = ''] = await extents();
    await rm(lost);
    const final = { 'upload-concat': `final;${parts.join(' ')}`, ...named() };
    const reported = await tus('POST', `${sandbox.url}/upload?token=${token}`, final);
    assert.equal(reported.status, 410);
    assert.equal(await ingestOf(videoId), null);
  });

  it('holds no bytes that were never counted, when it turns out to be shorter', async () => {
    const made = await tus('POST', `${sandbox.url}/upload?token=${token}`, {
      'upload-defer-length': '1',
      ...named(),
    });
    const location = made.headers.get('location') ?? '';
    const checksum = { 'upload-checksum': 'sha1 AAAA', 'upload-offset': '0', ...BYTES };
    assert.equal((await tus('PATCH', location, checksum, bytes)).status, 460);
    const headers = { ...BYTES, 'upload-offset': '0', 'upload-length': '500' };
    assert.equal((await tus('PATCH', location, headers, bytes.subarray(0, 500))).status, 204);
    assert.equal((await stat(await onlyExtent())).size, 500);
  });
});

describe('an upload in parts whose bytes are lost', () => {
  const bytes = seededBytes(2 * PART + 1000);
  let videoId: string;
  const send = (part: number) =>
    sandbox.part(token, bytes.subarray((part - 1) * PART, part * PART), `part ${String(part)}/3`, {
      videoId,
    });
  beforeEach(async () => {
    videoId = await sandbox.video();
  });

  for (const [what, lose] of [
    ['gone', (file: string) => rm(file)],
    ['shorter', (file: string) => truncate(file, 10)],
  ] as const) {
    it(`is not complete while the file of one is ${what}, and is when that is sent again`, async () => {
      assert.equal((await send(1)).status, 201);
      await lose(await onlyExtent());
      assert.equal((await send(2)).status, 201);
      const reported = await send(3);
      assert.equal(reported.status, 410);
      assert.equal(slugOf(reported), 'source-bytes-lost');
      // The service's word is true again: it does not count lost files.
      assert.deepEqual((await ingestOf(videoId))?.receivedParts.parts, [2, 3]);
      assert.equal((await send(1)).status, 201);
      assert.equal(await storedOf(videoId), sha256(bytes));
    });

    it(`takes a part again whose file is ${what}`, async () => {
      assert.equal((await send(1)).status, 201);
      await lose(await onlyExtent());
      for (const part of [1, 2, 3]) assert.equal((await send(part)).status, 201);
      assert.equal(await storedOf(videoId), sha256(bytes));
    });
  }
});

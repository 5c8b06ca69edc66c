import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { presign } from '../../../src/backend/s3/presign.ts';
import { S3Uploads, type S3Upload } from '../../../src/backend/s3/s3-uploads.ts';
import type { MultipartAddresses } from '../../../src/core/wire/grant.ts';
import { S3_SECRET, S3Bucket } from '../../support/upload/faults/s3-bucket.ts';

const MIB = 2 ** 20;

describe('a presigned address', () => {
  it("is the one of the example in the store's own documentation", async () => {
    const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
    const now = Date.UTC(2013, 4, 24);
    const credentials = {
      region: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    };
    const address = new URL(await presign({ method: 'GET', url, seconds: 86_400, now }, credentials));
    assert.equal(
      address.searchParams.get('X-Amz-Signature'),
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });
});

describe('S3Uploads', () => {
  const bucket = new S3Bucket();
  let server: Server;
  let origin: string;

  before(async () => {
    server = createServer((request, response) => void bucket.handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    bucket.clear();
  });

  const site = (more: object = {}) => new S3Uploads({ ...S3_SECRET, bucket: `${origin}/bucket/`, ...more });
  const ask = (method: string, address: string | undefined, body?: string | Uint8Array<ArrayBuffer>) =>
    fetch(address ?? '', { method, body: body ?? null });

  it('signs what an upload needs: a store that checks signatures takes the file', async () => {
    const key = "films/Été (1)'s & more.mp4";
    const upload = await site({ sessionToken: 'a/b+c=' }).begin(key, 12 * MIB);
    const { url, multipart, partSize } = await site().grant(upload, { more: '/more', videoId: 'vi1' });
    assert.equal(new URL(url).search, '');
    assert.deepEqual(partSize, { min: 8 * MIB, max: 8 * MIB });
    const { parts = [], list = [], complete, head } = multipart ?? {};
    assert.equal(parts.length, 2);
    const first = await ask('PUT', parts[0], new Uint8Array(8 * MIB));
    const second = await ask('PUT', parts[1], new Uint8Array(4 * MIB));
    const etags = [first, second].map(({ headers }) => headers.get('etag') ?? '');
    const listed = await ask('GET', list[0]);
    assert.match(await listed.text(), /<PartNumber>2<\/PartNumber>/);
    const xml = etags.map(
      (etag, at) => `<Part><PartNumber>${String(at + 1)}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const done = await ask(
      'POST',
      complete,
      `<CompleteMultipartUpload>${xml.join('')}</CompleteMultipartUpload>`,
    );
    assert.equal(done.status, 200);
    assert.equal((await ask('HEAD', head)).headers.get('content-length'), String(12 * MIB));
    assert.equal(bucket.objects.get(key)?.length, 12 * MIB);
    assert.deepEqual(bucket.refused, []);
  });

  it('makes addresses that are good for that request and that time only', async () => {
    const upload = await site().begin('film.mp4', MIB);
    const { parts = [], abort } = await site({ ttl: 60 }).addresses(upload, { from: 1, count: 1 });
    assert.equal((await ask('DELETE', parts[0])).status, 403);
    assert.equal((await ask('PUT', parts[0]?.replace('film', 'other'), new Uint8Array(1))).status, 403);
    bucket.ahead = 61_000;
    assert.equal((await ask('PUT', parts[0], new Uint8Array(1))).status, 403);
    bucket.ahead = 0;
    assert.equal((await ask('DELETE', abort)).status, 204);
    assert.equal(bucket.uploads.size, 0);
  });

  it('gives the addresses of the parts that there are, a hundred at most, and a page of the list for each thousand', async () => {
    const large: S3Upload = { key: 'film.mp4', uploadId: 'u', size: 20_000 * 8 * MIB };
    const numbers = ({ parts = [] }: MultipartAddresses) =>
      parts.map((one) => Number(new URL(one).searchParams.get('partNumber')));
    const next = await site().addresses(large, { from: 21, count: 5_000 });
    assert.deepEqual([numbers(next)[0], numbers(next).length], [21, 100]);
    assert.equal(next.list?.length, 10);
    const end = await site().addresses(large, { from: 9_990, count: 50 });
    assert.equal(numbers(end).at(-1), 10_000);
    assert.deepEqual(numbers(await site().addresses(large, { from: 10_001, count: 5 })), []);
    for (const from of [-5, NaN, 1.5]) {
      assert.equal(numbers(await site().addresses(large, { from, count: 1 }))[0], 1);
    }
  });

  it('says so when the store begins no upload', async () => {
    const wrong = new S3Uploads({ ...S3_SECRET, secretAccessKey: 'wrong', bucket: `${origin}/bucket` });
    await assert.rejects(wrong.begin('film.mp4', MIB), { code: 'service-unavailable' });
  });
});

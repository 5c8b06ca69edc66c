import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Grant } from '../../../src/core/wire/grant.ts';
import { S3Transport } from '../../../src/upload/transports/s3/s3-transport.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { heldBytes } from '../../support/collect-garbage.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { assertFailed, waitForEnd } from '../../support/upload/upload-run.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { until } from '../../support/until.ts';
import { KeptRecord } from './support/kept-record.ts';
import { ManyPartsBucket } from './support/many-parts-bucket.ts';
import { VirtualFile } from './support/virtual-file.ts';

const MIB = 1024 * 1024;
/** The limits of S3. */
const MIN_PART = 5 * MIB;
const MAX_PARTS = 10_000;
/** Of the parts of ListParts on one page. */
const PAGE = 1_000;
const CONNECTIONS = 6;
/** Bytes that the heap may have grown by, with a record of ten thousand parts. */
const HEAP_BYTES = 96 * MIB;

describe('Upload of ten thousand parts into a bucket', () => {
  function begin(bucket: ManyPartsBucket, size: number, kept?: KeptRecord, partSize?: Grant['partSize']) {
    const environment = Object.assign(new FakeEnvironment(new FakeService()), {
      sender: bucket.sender,
      fetch: bucket.fetch,
      openMemory: kept ? () => Promise.resolve(kept) : undefined,
    });
    const { multipart } = bucket;
    const grant: Grant = {
      protocol: 's3',
      url: bucket.url,
      videoId: 'vi1',
      claim: 'proof',
      multipart,
      partSize,
    };
    const upload = new Upload(new VirtualFile(size), { settings: () => ({ grant }), environment });
    upload.start();
    return upload;
  }

  async function assertStored(upload: Upload): Promise<void> {
    const state = await waitForEnd(upload);
    assert.equal(state.status === 'failed' ? state.error.message : state.status, 'stored');
  }

  it('makes parts larger for a file that would have more of them', () => {
    const { url, multipart } = new ManyPartsBucket();
    const transport = new S3Transport(new FakeEnvironment(new FakeService()));
    const size = MAX_PARTS * 8 * MIB + 1;
    const plan = transport.plan(new VirtualFile(size), { protocol: 's3', url, multipart });
    assert.equal(plan.next(0)?.to, 8 * MIB + 1);
    assert.equal(plan.count, MAX_PARTS);
  });

  it('refuses a file that needs 10,001 of the largest parts that its grant allows, before a byte leaves', async () => {
    const bucket = new ManyPartsBucket();
    const upload = begin(bucket, MAX_PARTS * MIN_PART + 1, undefined, { min: MIN_PART, max: MIN_PART });
    const state = await waitForEnd(upload);
    assertFailed(state, 'file-too-large');
    assert.match(state.status === 'failed' ? state.error.message : '', /10,000/);
    assert.equal(bucket.puts, 0);
  });

  it('is stored over two visits by the pages of ListParts: each part once, all in order, in bounded memory', async () => {
    const bucket = new ManyPartsBucket();
    const kept = new KeptRecord();
    const size = MAX_PARTS * MIN_PART;
    const partSize = { min: MIN_PART, max: MIN_PART };
    const before = await heldBytes();
    const first = begin(bucket, size, kept, partSize);
    const stopAt = 7_321;
    await until(() => bucket.puts >= stopAt);
    first.release();
    await until(() => bucket.inFlight === 0);
    const stored = bucket.numbers.size;
    assert.ok(stored >= stopAt - CONNECTIONS && stored < MAX_PARTS, String(stored));
    // One that the first visit saw stored, and the store has lost since.
    bucket.numbers.delete(4_000);
    const { puts } = bucket;
    await assertStored(begin(bucket, size, kept, partSize));
    const held = (await heldBytes()) - before;
    assert.ok(held < HEAP_BYTES, `${String(held)} bytes`);
    // All of them once, and one for each part of which the first visit has not heard.
    assert.ok(bucket.pagesAsked <= Math.ceil(stored / PAGE) + 2 * CONNECTIONS + 1, String(bucket.pagesAsked));
    assert.equal(bucket.puts - puts, MAX_PARTS - stored + 1);
    assert.ok(bucket.mostInFlight <= CONNECTIONS, String(bucket.mostInFlight));
    assert.deepEqual(
      bucket.completed,
      Array.from({ length: MAX_PARTS }, (_, at) => ({ number: at + 1, bytes: MIN_PART })),
    );
  });
});

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Grant, GrantReason } from '../../../src/core/wire/grant.ts';
import type { UploadEnvironment } from '../../../src/upload/ports/upload-environment.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { seededBytes, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { fetchSender } from '../../../src/upload/sending/fetch-sender.ts';
import { S3Transport } from '../../../src/upload/transports/s3/s3-transport.ts';
import { S3Site } from '../../support/upload/faults/s3-site.ts';
import { assertFailed, waitForEnd } from '../../support/upload/upload-run.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { until } from '../../support/until.ts';

const PART = 1_000;
const SIZE = 6_500;
const BYTES = seededBytes(SIZE, 7);
const KEY = 'film.mp4';

describe('Upload into a bucket by presigned addresses', () => {
  const site = new S3Site();
  let server: Server;
  let origin: string;
  /** Requests by method and name of the action. */
  let asked: string[];
  /** Instead of the right answer; called with the method and the address. */
  let onRequest: (method: string, url: URL) => 'lost-answer' | 'break' | 'refuse' | undefined;
  let granted: GrantReason[];

  before(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', origin);
      const { method = 'GET' } = request;
      asked.push(
        `${method} ${url.searchParams.get('partNumber') ?? (url.pathname.startsWith('/more') ? 'more' : '')}`,
      );
      const fault = onRequest(method, url);
      if (fault === 'break') response.destroy();
      if (fault === 'lost-answer') response.end = () => response.destroy();
      if (fault === 'refuse') response.writeHead(415).end();
      else void site.handle(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    site.clear();
    site.bucket.exposesEtag = true;
    [asked, granted] = [[], []];
    onRequest = () => undefined;
  });

  const grantOf = (isNew: boolean, hasMore: boolean, ttl = 3_600) =>
    site.grant(origin, { key: KEY, size: SIZE, partSize: PART, ttl, isNew, hasMore });

  /** An upload whose page asks its own server for grants; `change` makes others of them. */
  function begin(hasMore = true, change: (grant: Grant) => Grant = (grant) => grant): Upload {
    const grant = async (reason: GrantReason): Promise<Grant> => {
      granted.push(reason);
      const made = await grantOf(reason === 'start', hasMore, 3_600 + granted.length);
      return change({ ...made, videoId: 'vi1', claim: 'proof' });
    };
    const page: Partial<UploadEnvironment> = {
      sender: { ...fetchSender, send: (request) => fetchSender.send(request).then(seenByPage) },
      fetch: (url, init) => fetch(url, init).then(seenByPage),
    };
    const environment = Object.assign(new FakeEnvironment(new FakeService()), page);
    const file = new File([new Uint8Array(BYTES)], KEY, { type: 'video/mp4' });
    const upload = new Upload(file, { settings: () => ({ grant }), environment, withChecksum: true });
    upload.start();
    return upload;
  }

  /** An answer as a browser shows it to a page of another origin. */
  function seenByPage(answer: Response): Response {
    const exposed = answer.headers.get('access-control-expose-headers') ?? '';
    const headers = new Headers(answer.headers);
    if (!exposed.includes('ETag')) headers.delete('etag');
    const isEmpty = answer.status === 204;
    return new Response(isEmpty ? null : answer.body, { status: answer.status, headers });
  }

  async function assertStored(upload: Upload): Promise<void> {
    const state = await waitForEnd(upload);
    assert.equal(state.status === 'failed' ? state.error.message : state.status, 'stored');
    assert.equal(site.bucket.hashOf(KEY), sha256(BYTES));
    assert.equal(await upload.checksum(), sha256(BYTES));
    assert.equal('video' in state ? state.video?.videoId : undefined, 'vi1');
    assert.equal(site.bucket.completions, 1);
  }
  const partsSent = () => asked.filter((one) => /^PUT/.test(one)).length;

  it('sends parts of one size, asks for further addresses, and has the store put them together', async () => {
    await assertStored(begin());
    assert.equal(partsSent(), 7);
    assert.ok(asked.includes('POST more'));
    assert.deepEqual(site.bucket.refused, []);
    assert.deepEqual(granted, ['start']);
  });

  it('needs no address beyond those of the grant where it has all', async () => {
    await assertStored(begin(false));
    assert.ok(!asked.includes('POST more'));
  });

  for (const [way, hasMore] of [
    ["by the site's addresses", true],
    ['by a new grant', false],
  ] as const) {
    it(`has expired addresses made anew, ${way}`, async () => {
      let puts = 0;
      onRequest = (method) => {
        if (method === 'PUT' && ++puts === 2) site.bucket.ahead = 3_000_000;
        // What is signed from now on is good again.
        if (puts === 4) site.bucket.ahead = 0;
        return undefined;
      };
      const upload = begin(hasMore, (grant) => grant);
      await assertStored(upload);
    });
  }

  it('finds out that an upload is complete whose last answer was lost', async () => {
    onRequest = (method, url) =>
      method === 'POST' && url.pathname.startsWith('/bucket') && site.bucket.completions === 0
        ? 'lost-answer'
        : undefined;
    await assertStored(begin());
    assert.equal(partsSent(), 7);
    assert.deepEqual(site.bucket.refused, ['NoSuchUpload']);
  });

  it('takes the ETags of a list where answers hide them, and says what to set without one', async () => {
    site.bucket.exposesEtag = false;
    await assertStored(begin());
    site.clear();
    const upload = begin(false, (grant) => ({
      ...grant,
      multipart: { ...grant.multipart, list: undefined },
    }));
    const state = await waitForEnd(upload);
    assertFailed(state, 'unexpected-answer');
    assert.match(state.status === 'failed' ? state.error.message : '', /ExposeHeaders/);
  });

  it('says what the store refuses', async () => {
    site.bucket.minPartBytes = 5 * 2 ** 20;
    const state = await waitForEnd(begin());
    assertFailed(state, 'upload-refused');
    assert.match(state.status === 'failed' ? state.error.message : '', /EntityTooSmall/);
  });

  it("says that the site's own server refuses further addresses", async () => {
    onRequest = (_method, url) => (url.pathname.startsWith('/more') ? 'refuse' : undefined);
    const state = await waitForEnd(begin());
    assertFailed(state, 'upload-refused');
    assert.match(state.status === 'failed' ? state.error.message : '', /further part addresses.*415/);
  });

  it('starts over once, with a new grant and a notice, when the store has lost the upload', async () => {
    let puts = 0;
    onRequest = (method) => {
      if (method === 'PUT' && ++puts === 4) site.bucket.forget();
      return undefined;
    };
    const upload = begin();
    await assertStored(upload);
    assert.deepEqual(granted, ['start', 'start']);
    assert.equal(upload.store.state.notice?.code, 'upload-restarted');
  });

  it('ends the upload at the store when it is cancelled', async () => {
    onRequest = (method) => {
      if (method === 'PUT') upload.cancel();
      return undefined;
    };
    const upload = begin();
    await until(() => asked.some((one) => one.startsWith('DELETE')) && site.bucket.uploads.size === 0);
  });

  it('keeps the bounds of an earlier visit, whatever the next grant says of sizes', async () => {
    const file = new File([new Uint8Array(BYTES)], KEY);
    const grant = await grantOf(true, true);
    const first = new S3Transport(new FakeEnvironment(new FakeService()));
    assert.equal(first.plan(file, grant).count, 7);
    const next = new S3Transport(new FakeEnvironment(new FakeService()));
    next.restoreState(first.saveState());
    assert.equal(next.plan(file, { ...grant, partSize: { min: 2 * PART, max: 2 * PART } }).count, 7);
  });

  it('refuses a grant without addresses, and one with others than web addresses', async () => {
    for (const multipart of [undefined, {}, { parts: ['javascript:alert(1)'] }] as const) {
      const upload = begin(true, (grant) => ({ ...grant, multipart }));
      assertFailed(await waitForEnd(upload), 'unexpected-answer');
    }
    assert.equal(partsSent(), 0);
  });
});

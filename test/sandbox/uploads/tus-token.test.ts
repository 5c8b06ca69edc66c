import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { seededBytes, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { tus, tusUpload } from '../../support/sandbox/sandbox-tus.ts';
import { basic, KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const BYTES = 'application/offset+octet-stream';

describe('a tus upload that was begun with a token in a header', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  const stored = async (videoId: string) => {
    const response = await fetch(`${sandbox.url}/videos/${videoId}/source`, {
      headers: { authorization: basic(KEY) },
    });
    assert.equal(response.status, 200);
    return sha256(new Uint8Array(await response.arrayBuffer()));
  };
  const begin = async (own: string) => {
    const headers = { 'upload-length': '10', 'authorization': `Bearer ${own}` };
    const response = await tus('POST', `${sandbox.url}/upload`, headers);
    assert.equal(response.status, 201);
    return response.headers.get('location') ?? '';
  };
  const patch = { 'upload-offset': '0', 'content-type': BYTES };
  const bearing = (own: string) => ({ authorization: `Bearer ${own}` });

  it('is held by the token, and not by its address alone', async () => {
    const own = await sandbox.token();
    const location = await begin(own);
    for (const headers of [{}, bearing('toAAAAAAAAAAAAAAAAAAAAAA'), { authorization: 'Bearer' }]) {
      assert.equal((await tus('HEAD', location, headers)).status, 401);
      assert.equal((await tus('PATCH', location, { ...patch, ...headers }, new Uint8Array(10))).status, 401);
      assert.equal((await tus('DELETE', location, headers)).status, 401);
      for (const method of ['PATCH', 'DELETE']) {
        const override = { ...patch, ...headers, 'x-http-method-override': method };
        assert.equal((await tus('POST', location, override, new Uint8Array(10))).status, 401);
      }
    }
    const head = await tus('HEAD', location, bearing(own));
    assert.equal(head.headers.get('upload-offset'), '0');
    const taken = await tus('PATCH', location, { ...patch, ...bearing(own) }, new Uint8Array(10));
    assert.equal(taken.status, 204);
  });

  it('resumes with a refreshed token before and after the first one expires', async () => {
    const own = await sandbox.token();
    const location = await begin(own);
    const renewed = await sandbox.token();
    assert.equal((await tus('HEAD', location, bearing(renewed))).status, 200);
    await sandbox.ask('DELETE', `/upload-tokens/${own}`);
    assert.equal((await tus('HEAD', location, bearing(own))).status, 401);
    assert.equal(
      (await tus('PATCH', location, { ...patch, ...bearing(renewed) }, new Uint8Array(10))).status,
      204,
    );
  });

  it('still is after a restart', async () => {
    const own = await sandbox.token();
    const location = await begin(own);
    await sandbox.close();
    await sandbox.open();
    const again = new URL(new URL(location).pathname, sandbox.url).href;
    assert.equal((await tus('HEAD', again)).status, 401);
    assert.equal((await tus('HEAD', again, bearing(own))).status, 200);
  });

  it('is taken from the real client, in pieces too, which sends its headers each time', async () => {
    const bytes = seededBytes(600_000, 30);
    const videoId = await sandbox.video();
    await tusUpload(bytes, {
      endpoint: `${sandbox.url}/upload`,
      headers: bearing(await sandbox.token()),
      chunkSize: 100_000,
      parallelUploads: 2,
      metadata: { videoId },
    });
    assert.equal(await stored(videoId), sha256(bytes));
  });
});

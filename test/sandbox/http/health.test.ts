import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

describe('GET /health', () => {
  let sandbox: SandboxUnderTest;
  before(async () => (sandbox = await SandboxUnderTest.start()));
  after(() => sandbox.end());

  const health = () => sandbox.ask('GET', '/health', { authorization: false });

  it('answers without a key that stores and encoder are ready', async () => {
    const { status, body, headers } = await health();
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
    assert.deepEqual(body, { status: 'ready', stores: 'ready', encoder: 'ready', ffmpeg: false });
    assert.equal((await sandbox.ask('HEAD', '/health', { authorization: false })).status, 200);
  });

  it('is 503 while the folder of uploads is missing', async () => {
    const extents = path.join(sandbox.dir, 'extents');
    await rename(extents, `${extents}-away`);
    const { status, body } = await health();
    assert.deepEqual([status, body['status'], body['stores']], [503, 'unavailable', 'unavailable']);
    await rename(`${extents}-away`, extents);
    assert.equal((await health()).status, 200);
  });

  it('says of a sandbox that packages nothing that its encoder is off', async () => {
    const asleep = await SandboxUnderTest.start({ packaging: false });
    const { body } = await asleep.ask('GET', '/health', { authorization: false });
    assert.equal(body['encoder'], 'off');
    await asleep.end();
  });
});

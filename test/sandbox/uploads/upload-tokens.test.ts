import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';

interface TokenBody {
  token: string;
  ttl: number;
  createdAt: string;
  expiresAt?: string;
}

describe('upload tokens', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  const create = async (json: unknown) => {
    const reported = await sandbox.ask('POST', '/upload-tokens', { json });
    assert.equal(reported.status, 200, 'not 201: that is how the service answers');
    return JSON.parse(reported.text) as TokenBody;
  };

  it('expire when they say, or never', async () => {
    const forever = await create({});
    assert.match(forever.token, /^to[A-Za-z0-9]{22}$/);
    assert.equal(forever.ttl, 0);
    assert.equal('expiresAt' in forever, false);
    const hour = await create({ ttl: 3600 });
    assert.equal(new Date(hour.expiresAt ?? '').getTime() - new Date(hour.createdAt).getTime(), 3_600_000);
  });

  it('are read, listed and deleted', async () => {
    const { token } = await create({ ttl: 7 });
    const read = await sandbox.ask('GET', `/upload-tokens/${token}`);
    assert.equal((JSON.parse(read.text) as TokenBody).ttl, 7);
    const list = await sandbox.ask('GET', '/upload-tokens?sortBy=ttl&sortOrder=desc');
    const { data } = JSON.parse(list.text) as { data: TokenBody[] };
    assert.deepEqual(
      data.map(({ ttl }) => ttl),
      [3600, 7, 0],
    );
    assert.equal((await sandbox.ask('DELETE', `/upload-tokens/${token}`)).status, 204);
    const gone = await sandbox.ask('GET', `/upload-tokens/${token}`);
    assert.equal(gone.status, 404);
    assert.equal(gone.body['name'], 'uploadToken');
  });

  for (const ttl of [-1, 1.5, 2 ** 31, '60']) {
    it(`refuse a ttl of ${JSON.stringify(ttl)}`, async () => {
      const reported = await sandbox.ask('POST', '/upload-tokens', { json: { ttl } });
      assert.equal(reported.status, 400);
      assert.equal(slugOf(reported), 'invalid-attribute');
    });
  }
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basic, KEY, SandboxUnderTest, slugOf } from '../../support/sandbox.ts';

interface Tokens {
  token_type: string;
  expires_in: number;
  access_token: string;
  refresh_token: string;
}

describe('authentication', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  const exchange = async () => {
    const reported = await sandbox.ask('POST', '/auth/api-key', {
      json: { apiKey: KEY },
      authorization: false,
    });
    return JSON.parse(reported.text) as Tokens;
  };
  const refresh = (refreshToken: string) =>
    sandbox.ask('POST', '/auth/refresh', { body: JSON.stringify({ refreshToken }), authorization: false });
  const list = (authorization: string | false) => sandbox.ask('GET', '/videos', { authorization });

  it('exchanges the key for an access token that opens every room', async () => {
    const tokens = await exchange();
    assert.equal(tokens.token_type, 'Bearer');
    assert.equal(tokens.expires_in, 3600);
    assert.equal((await list(`Bearer ${tokens.access_token}`)).status, 200);
    assert.equal((await list(basic(KEY))).status, 200);
  });

  it('refuses a wrong key and a missing one', async () => {
    const wrong = await sandbox.ask('POST', '/auth/api-key', {
      json: { apiKey: 'other' },
      authorization: false,
    });
    assert.equal(wrong.status, 400);
    assert.equal(slugOf(wrong), 'authentication-invalid-user-credentials');
    const missing = await sandbox.ask('POST', '/auth/api-key', { json: {}, authorization: false });
    assert.equal(slugOf(missing), 'attribute-required');
  });

  it('swaps a refresh token once, also across a restart', async () => {
    const first = await exchange();
    await sandbox.close();
    await sandbox.open();
    const second = JSON.parse((await refresh(first.refresh_token)).text) as Tokens;
    assert.equal((await list(`Bearer ${second.access_token}`)).status, 200);
    const again = await refresh(first.refresh_token);
    assert.equal(again.status, 401);
    assert.equal(slugOf(again), 'authentication-invalid-refresh-token');
    assert.equal((await refresh(second.refresh_token)).status, 200);
    // A refresh token is not an access token, nor the other way round.
    assert.equal((await list(`Bearer ${second.refresh_token}`)).status, 401);
    assert.equal((await refresh(second.access_token)).status, 401);
  });

  const refusals: [string, string | false, string][] = [
    ['no header', false, 'authentication-missing-authorization-header'],
    ['an unknown scheme', 'Digest abc', 'authentication-invalid-authorization-header-value'],
    ['a bearer without a token', 'Bearer', 'authentication-invalid-authorization-header-value'],
    ['basic without a colon', `Basic ${btoa(KEY)}`, 'authentication-invalid-authorization-header-value'],
    ['another key', basic('other'), 'authentication-invalid-api-key'],
    ['an unknown access token', 'Bearer abc', 'authentication-invalid-access-token'],
  ];
  for (const [what, authorization, slug] of refusals) {
    it(`refuses ${what}`, async () => {
      const reported = await list(authorization);
      assert.equal(reported.status, 401);
      assert.equal(reported.headers.get('content-type'), 'application/problem+json');
      assert.equal(slugOf(reported), slug);
    });
  }
});

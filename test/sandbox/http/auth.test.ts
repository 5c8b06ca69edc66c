import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { basic, formOf, KEY, SandboxUnderTest, slugOf } from '../../support/sandbox/sandbox.ts';

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

  /** Asks as a page of another origin does, perhaps under a name that its owner has pointed at this machine. */
  const askFrom = async (
    origin: string | undefined,
    [method, where, text]: readonly [string, string, string?],
    host?: string,
  ): Promise<number> => {
    const { port } = new URL(sandbox.url);
    const headers = {
      authorization: basic(KEY),
      ...(origin === undefined ? {} : { origin }),
      ...(host === undefined ? {} : { host: `${host}:${port}` }),
    };
    const asked = ask({ port, host: '127.0.0.1', method, path: where, headers }).end(text);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode ?? 0;
  };
  const MAKE = ['POST', '/videos', '{"title":"Made by a page"}'] as const;

  it('lets no page of another site use the key, even the right one', async () => {
    const { refresh_token } = await exchange();
    const foreign = [
      'https://evil.example',
      'null',
      '',
      'http://127.0.0.1.evil.example',
      'http://localhost.evil.example:8080',
      'http://10.0.0.1',
      'file://',
    ];
    for (const origin of foreign) {
      const tries: (readonly [string, string, string?])[] = [
        MAKE,
        ['GET', '/videos'],
        ['POST', '/upload-tokens', '{}'],
        ['POST', '/auth/api-key', JSON.stringify({ apiKey: KEY })],
        ['POST', '/auth/refresh', JSON.stringify({ refreshToken: refresh_token })],
      ];
      for (const one of tries) assert.equal(await askFrom(origin, one), 403, `${one[1]} from ${origin}`);
    }
    // A name that points here makes Host and Origin agree.
    const { port } = new URL(sandbox.url);
    assert.equal(await askFrom(`http://evil.example:${port}`, MAKE, 'evil.example'), 403);
    assert.doesNotMatch((await sandbox.ask('GET', '/videos')).text, /Made by a page/);
    // The token was not taken by a refused request.
    assert.equal((await refresh(refresh_token)).status, 200);
  });

  it('lets pages of this machine and allowed origins use the key, and programs', async () => {
    const origins = [
      undefined,
      'http://localhost:3000',
      'https://127.0.0.1',
      'http://site.localhost',
      sandbox.url,
    ];
    for (const origin of origins) assert.equal(await askFrom(origin, MAKE), 201, origin);
    assert.equal(await askFrom('https://site.example:8443', MAKE), 403);
    await sandbox.close();
    await sandbox.open({ allowedOrigins: ['https://site.example:8443/'] });
    assert.equal(await askFrom('https://site.example:8443', MAKE), 201);
    assert.equal(await askFrom('https://site.example', MAKE), 403);
    assert.equal(await askFrom('https://evil.example', MAKE), 403);
    await sandbox.close();
    await sandbox.open();
  });

  it('lets the pages of any site upload with a token, which is made for them', async () => {
    const token = await sandbox.token();
    const { status, headers } = await sandbox.ask('POST', `/upload?token=${token}`, {
      authorization: false,
      headers: { origin: 'https://site.example' },
      form: formOf(new Uint8Array(5)),
    });
    assert.equal(status, 201);
    assert.equal(headers.get('access-control-allow-origin'), '*');
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

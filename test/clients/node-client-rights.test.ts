import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OfficialClient, refusalOf } from '../support/sandbox/official-client.ts';
import { attributesOf } from './support/typed-answer.ts';
import { inRepository } from '../support/repository.ts';
import { request, SandboxUnderTest } from '../support/sandbox/sandbox.ts';

describe('keys and tokens, used by the official client for Node', () => {
  let sandbox: SandboxUnderTest;
  let official: OfficialClient;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    official = new OfficialClient(sandbox.url);
  });
  after(() => sandbox.end());

  it('get an access token that opens what the key opens', async () => {
    const token = await official.client.getAccessToken();
    assert.deepEqual([token.tokenType, token.expiresIn], ['Bearer', 3600]);
    assert.ok(token.refreshToken);
    const authorization = `${String(token.tokenType)} ${String(token.accessToken)}`;
    assert.equal((await request('GET', `${sandbox.url}/videos`, { authorization })).status, 200);
  });

  it('are refused when they are wrong', async () => {
    const stranger = new OfficialClient(sandbox.url, { apiKey: 'another' });
    assert.deepEqual((await refusalOf(stranger.client.videos.list())).slice(0, 2), [
      401,
      'authentication-invalid-api-key',
    ]);
    await assert.rejects(stranger.client.getAccessToken());
  });

  it('delegate uploads for ever, or for a while', async () => {
    const { uploadTokens } = official.client;
    const lasting = await uploadTokens.createToken();
    assert.deepEqual(attributesOf(lasting, 'UploadToken'), ['createdAt', 'token', 'ttl']);
    const passing = await uploadTokens.createToken({ ttl: 60 });
    assert.deepEqual(attributesOf(passing, 'UploadToken'), ['createdAt', 'expiresAt', 'token', 'ttl']);
    assert.equal((passing.expiresAt?.getTime() ?? 0) - (passing.createdAt?.getTime() ?? 0), 60_000);
    assert.deepEqual(await uploadTokens.getToken(passing.token ?? ''), passing);
    const list = await uploadTokens.list({ sortBy: 'ttl', sortOrder: 'desc' });
    assert.deepEqual(attributesOf(list, 'TokenListResponse'), ['data', 'pagination']);
    assert.deepEqual(list.data, [passing, lasting]);
  });

  it('take the delegation back', async () => {
    const { uploadTokens, videos } = official.client;
    const { token = '' } = await uploadTokens.createToken();
    await uploadTokens.deleteToken(token);
    assert.deepEqual(await refusalOf(uploadTokens.getToken(token)), [
      404,
      'resource-not-found',
      'uploadToken',
    ]);
    const film = inRepository('test', 'media', 'sandbox', 'h264-aac.mp4');
    assert.deepEqual((await refusalOf(videos.uploadWithUploadToken(token, film))).slice(0, 2), [
      401,
      'authentication-invalid-upload-token',
    ]);
  });

  it('have no operation that was not asked for', () => {
    assert.deepEqual(official.unused('uploadTokens'), []);
  });
});

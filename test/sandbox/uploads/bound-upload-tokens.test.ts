import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SandboxUnderTest, slugOf, textOf } from '../../support/sandbox/sandbox.ts';
import { tus, tusMetadata } from '../../support/sandbox/sandbox-tus.ts';

const BOUND = 'authentication-upload-token-bound';
const BYTES = new TextEncoder().encode('bytes of a film');

describe('an upload token that is bound to a video', () => {
  let sandbox: SandboxUnderTest;
  let own: string;
  let other: string;
  let token: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    own = await sandbox.video('own');
    other = await sandbox.video('other');
    token = textOf((await bind(own)).body, 'token');
  });
  after(() => sandbox.end());

  const bind = (videoId: unknown) => sandbox.ask('POST', '/upload-tokens', { json: { ttl: 900, videoId } });
  const upload = (videoId?: string, headers: Record<string, string> = {}) =>
    sandbox.part(token, BYTES, undefined, { headers, ...(videoId === undefined ? {} : { videoId }) });
  const create = (metadata: Record<string, string>, headers: Record<string, string> = {}) =>
    tus('POST', `${sandbox.url}/upload?token=${token}`, {
      'upload-length': String(BYTES.length),
      'upload-metadata': tusMetadata(metadata),
      ...headers,
    });

  it('says so where it is made and where it is read, and a plain one says that it is none', async () => {
    assert.equal((await bind(own)).body['videoId'], own);
    const read = await sandbox.ask('GET', `/upload-tokens/${token}`);
    assert.equal(read.body['videoId'], own);
    const plain = await sandbox.ask('POST', '/upload-tokens', { json: {} });
    assert.equal(plain.body['videoId'], null);
  });

  it('is made for a video that there is', async () => {
    assert.equal((await bind('viNone')).status, 404);
    assert.equal((await bind(7)).status, 400);
  });

  for (const [how, send] of [
    ['another video', () => upload(other)],
    ['no video', () => upload()],
    ['no video, but the name of an upload', () => upload(undefined, { 'upload-id': 'one' })],
  ] as const) {
    it(`refuses an upload into ${how}`, async () => {
      const before = (await sandbox.ask('GET', '/videos?pageSize=100')).body;
      const reported = await send();
      assert.deepEqual([reported.status, slugOf(reported), reported.body['name']], [403, BOUND, 'videoId']);
      assert.deepEqual((await sandbox.ask('GET', '/videos?pageSize=100')).body, before);
    });
  }

  it('refuses tus uploads into another video, and without one', async () => {
    for (const metadata of [{ videoId: other }, { filename: 'a.mp4' }, {}]) {
      const reported = await create(metadata);
      assert.equal(reported.status, 403);
      assert.match(await reported.text(), new RegExp(BOUND));
    }
    const address = async (response: Promise<Response>) => (await response).headers.get('location') ?? '';
    const part = await address(create({}, { 'upload-concat': 'partial' }));
    const bytes = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    assert.equal((await tus('PATCH', part, bytes, BYTES)).status, 204);
    const concat = { 'upload-concat': `final;${part}` };
    assert.equal((await create({ videoId: other }, concat)).status, 403);
    assert.equal((await create({}, concat)).status, 403);
  });

  it('does not open the tus upload of another video whose token has ended', async () => {
    const made = await sandbox.ask('POST', '/upload-tokens', { json: {} });
    const first = textOf(made.body, 'token');
    const created = await tus('POST', `${sandbox.url}/upload?token=${first}`, {
      'upload-length': '9',
      'upload-metadata': tusMetadata({ videoId: other }),
    });
    await sandbox.ask('DELETE', `/upload-tokens/${first}`);
    const head = (bearer: string) =>
      tus('HEAD', created.headers.get('location') ?? '', { authorization: `Bearer ${bearer}` });
    assert.equal((await head(token)).status, 403);
    const right = textOf((await bind(other)).body, 'token');
    assert.equal((await head(right)).status, 200);
  });

  it('reveals nothing of another video', async () => {
    const ask = (id: string) =>
      sandbox.ask('GET', `/upload/${id}`, {
        authorization: false,
        headers: { authorization: `Bearer ${token}` },
      });
    assert.deepEqual([(await ask(own)).status, (await ask(other)).status], [200, 403]);
    assert.equal((await ask('viNone')).status, 403);
  });

  it('takes an upload into its own video', async () => {
    assert.equal((await upload(own)).status, 201);
  });
});

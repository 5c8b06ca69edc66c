import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createHmac } from 'node:crypto';
import path from 'node:path';
import { Consumer } from '../support/package/consumer.ts';
import { blockWith } from '../support/doc-blocks.ts';
import { eventually } from '../support/eventually.ts';
import { FrameworkServer } from '../support/frameworks/framework-server.ts';
import { freePort } from '../support/frameworks/languages.ts';
import { film } from '../support/sandbox/sandbox-bytes.ts';
import { formOf, KEY, request, SandboxUnderTest, textOf } from '../support/sandbox/sandbox.ts';
import { faultsUnderForeignVisitors } from '../support/backend/foreign-visitors.ts';
import { faultsUnderStrangeRequests } from '../support/backend/strange-requests.ts';

const ANN = 'ann:the-password-of-ann';

describe('the server of docs/your-videos.md', () => {
  let sandbox: SandboxUnderTest;
  let server: FrameworkServer;
  let consumer: Consumer;
  let site: string;
  let BEN = 'ben:';

  before(async () => {
    sandbox = await SandboxUnderTest.start();
    consumer = await Consumer.create('your-videos');
    await consumer.write({ 'server.mjs': blockWith('docs/your-videos.md', 'verifyWebhook').text });
    const port = await freePort();
    server = await FrameworkServer.start({
      command: process.execPath,
      words: [path.join(consumer.folder, 'server.mjs')],
      env: { VH_BASE_URL: sandbox.url, VH_API_KEY: KEY, USERS: `${ANN}  ben`, PORT: port },
      ready: /^ready/,
      port,
    });
    site = `http://localhost:${port}`;
    // Who was given none has one that the server made, and printed.
    BEN += server.said.map((line) => /^The password of ben is (.{16})$/.exec(line)?.[1] ?? '').join('');
  });
  after(async () => {
    await server.end();
    await sandbox.end();
  });

  const as = (user: string) => ({
    authorization: `Basic ${Buffer.from(user).toString('base64')}`,
  });
  const grant = (size: number, user: string, name = '') =>
    request('POST', `${site}/vh/grants`, {
      authorization: false,
      json: {
        file: { name: 'film.mp4', size, type: 'video/mp4' },
        idempotencyKey: `a-key-of-sixteen-letters-${name}${size}`,
        metadata: { owner: 'ann' },
      },
      headers: { 'origin': site, 'x-vh-request': '1', ...as(user) },
    });
  const get = (path: string, user?: string) =>
    request('GET', site + path, { authorization: false, headers: user === undefined ? {} : as(user) });
  const total = async (owner: string) => {
    const { body } = await sandbox.ask('GET', `/videos?metadata[owner]=${owner}`);
    return Number(body['pagination']?.['itemsTotal']);
  };
  const list = async (user: string) => (await get('/my-videos', user)).text;

  it('is open to this machine alone, and to users with their password', async () => {
    await assert.rejects(fetch(site.replace('localhost', '127.0.0.2')));
    for (const user of [
      undefined,
      '',
      ':',
      'ann',
      'ann:',
      ANN.slice(0, -1),
      ANN.replace('ann', 'ANN'),
      `${ANN} `,
      ANN.replace('ann', 'ben'),
      'ben:',
      'ben:undefined',
    ])
      for (const path of [
        '/',
        '/page.js',
        '/my-videos',
        '/vh/videos/vi1/status',
        '/vh-elements/vh-elements.js',
      ])
        assert.equal((await get(path, user)).status, 401, `${path} as ${String(user)}`);
    const policy =
      (await get('/vh-elements/vh-elements.css', ANN)).headers.get('content-security-policy') ?? '';
    assert.match(policy, /frame-ancestors 'self'/);
  });

  it('does not start with a password that can be guessed', async () => {
    const env = { VH_BASE_URL: sandbox.url, VH_API_KEY: KEY, USERS: 'ben ann:secret', PORT: '0' };
    const { ok, output } = await consumer.nodeIn(consumer.folder, env, 'server.mjs');
    assert.ok(!ok);
    assert.match(output, /The password of ann is shorter than 12 characters/);
  });

  it('refuses strangers, files that are too large, and unsigned webhooks', async () => {
    assert.equal((await grant(5, 'nobody:a password')).status, 401);
    assert.equal((await grant(2_000_000_001, ANN)).status, 403);
    const hook = await request('POST', `${site}/hooks`, { authorization: false, json: { type: 'x' } });
    assert.equal(hook.status, 401);
  });

  it('lists no video that nothing was sent into, whatever a delivery of the service says of it', async () => {
    const videoId = textOf((await grant(6, ANN)).body, 'videoId');
    const { body } = await sandbox.ask('GET', '/webhooks');
    const secret = textOf(body['data']?.[0] ?? {}, 'signatureSecret');
    for (const about of [videoId, 'viOfNobody']) {
      const event = {
        ...{ type: 'video.encoding.quality.completed', emittedAt: new Date().toISOString() },
        ...{ videoId: about, quality: '360p', encoding: 'hls' },
      };
      const text = JSON.stringify(event);
      const signature = createHmac('sha256', secret).update(text).digest('hex');
      // Once more: who has seen a delivery may send it again.
      for (let times = 0; times < 2; times++) {
        const headers = { 'content-type': 'application/json', 'x-api-video-signature': signature };
        const { status } = await fetch(`${site}/hooks`, { method: 'POST', headers, body: text });
        assert.equal(status, 204, about);
      }
    }
    assert.equal(await list(ANN), '[]');
    const gone = await sandbox.ask('DELETE', `/videos/${videoId}`);
    assert.equal(gone.status, 204);
  });

  it('lists a film when the service says that it can be played, and deletes it for its owner', async () => {
    const bytes = await film('h264-aac.mp4');
    const granted = await grant(bytes.length, ANN);
    assert.equal(granted.status, 201, granted.text);
    const [url, token, videoId] = ['url', 'token', 'videoId'].map((name) => textOf(granted.body, name));
    assert.equal(await list(ANN), '[]');
    const sent = await request('POST', `${String(url)}?token=${String(token)}`, {
      authorization: false,
      form: formOf(bytes, { videoId: String(videoId) }),
    });
    assert.equal(sent.status, 201, sent.text);
    const listed = await eventually(async () => {
      const text = await list(ANN);
      return text === '[]' ? undefined : text;
    });
    assert.deepEqual(JSON.parse(listed), [{ videoId, title: 'film.mp4' }]);
    assert.equal(await list(BEN), '[]');
    for (const path of ['playback/videos/ID', 'videos/ID/status', 'videos/ID/captions']) {
      const route = `/vh/${path.replace('ID', String(videoId))}`;
      assert.deepEqual([(await get(route, ANN)).status, (await get(route, BEN)).status], [200, 404], route);
    }
    // What the guide says to read at a start.
    const { text } = await sandbox.ask('GET', '/videos?metadata[owner]=ann');
    assert.ok(text.includes(String(videoId)), text);
    const remove = (headers: Record<string, string>) =>
      request('DELETE', `${site}/my-videos/${String(videoId)}`, { authorization: false, headers });
    assert.equal((await remove({ 'x-requested-with': 'fetch' })).status, 401);
    assert.equal((await remove({ ...as(BEN), 'x-requested-with': 'fetch' })).status, 404);
    // A form of another site sends the password along, and no such header.
    assert.equal((await remove(as(ANN))).status, 404);
    assert.equal((await remove({ ...as(ANN), 'x-requested-with': 'fetch' })).status, 204);
    assert.equal(await list(ANN), '[]');
    assert.equal((await sandbox.ask('GET', `/videos/${String(videoId)}`)).status, 404);
  });

  it('counts every video of a user, also empty ones and ones that begin together', async () => {
    const grants = await Promise.all(
      Array.from({ length: 25 }, (_, index) => grant(5, BEN, `${String(index)}-`)),
    );
    assert.deepEqual(grants.map(({ status }) => status).toSorted(), [
      ...Array.from({ length: 20 }, () => 201),
      ...Array.from({ length: 5 }, () => 403),
    ]);
    // A page says whose its upload is, and the site does not listen.
    assert.equal(await total('ben'), 20);
    assert.equal(await total('ann'), 0);
  });

  it('stands what strangers may send', async () => {
    const strangers = ['ann:', 'nobody:a password', BEN.replace('ben', 'ann')].map(as);
    assert.deepEqual(await faultsUnderForeignVisitors(site, as(ANN), strangers), []);
    assert.deepEqual(await faultsUnderStrangeRequests(site), []);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import path from 'node:path';
import { Consumer } from '../support/consumer.ts';
import { blockWith } from '../support/doc-blocks.ts';
import { eventually } from '../support/eventually.ts';
import { FrameworkServer } from '../support/frameworks/framework-server.ts';
import { freePort } from '../support/frameworks/languages.ts';
import { film } from '../support/sandbox-bytes.ts';
import { formOf, KEY, request, SandboxUnderTest, textOf } from '../support/sandbox.ts';
import { faultsUnderStrangeRequests } from '../support/strangers/strange-requests.ts';

describe('the server of docs/your-videos.md', () => {
  let sandbox: SandboxUnderTest;
  let server: FrameworkServer;
  let site: string;

  before(async () => {
    sandbox = await SandboxUnderTest.start();
    const consumer = await Consumer.create('your-videos');
    await consumer.write({ 'server.mjs': blockWith('docs/your-videos.md', 'verifyWebhook').text });
    const port = await freePort();
    server = await FrameworkServer.start({
      command: process.execPath,
      words: [path.join(consumer.folder, 'server.mjs')],
      env: { VH_BASE_URL: sandbox.url, VH_API_KEY: KEY, PORT: port },
      ready: /^ready/,
      port,
    });
    site = `http://localhost:${port}`;
  });
  after(async () => {
    await server.end();
    await sandbox.end();
  });

  const as = (session: string) => ({ cookie: `session=${session}` });
  const grant = (size: number, session: string) =>
    request('POST', `${site}/vh/grants`, {
      authorization: false,
      json: {
        file: { name: 'film.mp4', size, type: 'video/mp4' },
        idempotencyKey: `a-key-of-sixteen-letters-${size}`,
      },
      headers: { 'origin': site, 'x-vh-request': '1', ...as(session) },
    });
  const list = async (session: string) =>
    (await request('GET', `${site}/my-videos`, { authorization: false, headers: as(session) })).text;

  it('refuses strangers, files that are too large, and unsigned webhooks', async () => {
    assert.equal((await grant(5, 'nobody')).status, 403);
    assert.equal((await grant(2_000_000_001, 'a-session')).status, 403);
    const hook = await request('POST', `${site}/hooks`, { authorization: false, json: { type: 'x' } });
    assert.equal(hook.status, 401);
    assert.equal((await request('GET', `${site}/my-videos`, { authorization: false })).status, 404);
  });

  it('lists a film when the service says that it can be played, and deletes it for its owner', async () => {
    const bytes = await film('h264-aac.mp4');
    const granted = await grant(bytes.length, 'a-session');
    assert.equal(granted.status, 201, granted.text);
    const [url, token, videoId] = ['url', 'token', 'videoId'].map((name) => textOf(granted.body, name));
    assert.equal(await list('a-session'), '[]');
    const sent = await request('POST', `${String(url)}?token=${String(token)}`, {
      authorization: false,
      form: formOf(bytes, { videoId: String(videoId) }),
    });
    assert.equal(sent.status, 201, sent.text);
    const listed = await eventually(async () => {
      const text = await list('a-session');
      return text === '[]' ? undefined : text;
    });
    assert.deepEqual(JSON.parse(listed), [{ videoId, title: 'film.mp4' }]);
    // What the guide says to read at a start.
    const { text } = await sandbox.ask('GET', '/videos?metadata[owner]=ann');
    assert.ok(text.includes(String(videoId)), text);
    const remove = (headers: Record<string, string>) =>
      request('DELETE', `${site}/my-videos/${String(videoId)}`, { authorization: false, headers });
    assert.equal((await remove({ 'x-requested-with': 'fetch' })).status, 404);
    assert.equal((await remove({ ...as('a-session'), 'x-requested-with': 'fetch' })).status, 204);
    assert.equal(await list('a-session'), '[]');
    assert.equal((await sandbox.ask('GET', `/videos/${String(videoId)}`)).status, 404);
  });

  it('stands what strangers may send', async () => {
    assert.deepEqual(await faultsUnderStrangeRequests(site), []);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SandboxUnderTest, textOf } from '../../support/sandbox/sandbox.ts';
import { STRANGE_HOSTS, statusOf } from '../../support/backend/strange-requests.ts';

describe('the sandbox, asked under a Host that is none', () => {
  let sandbox: SandboxUnderTest;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
  });
  after(() => sandbox.end());

  it('shows neither its own pages nor a private video, and does not take it for this machine', async () => {
    const { body } = await sandbox.ask('POST', '/videos', { json: { title: 'A secret', public: false } });
    const videoId = textOf(body, 'videoId');
    for (const host of STRANGE_HOSTS)
      for (const target of ['/_sandbox/state', `/_sandbox/watch/${videoId}`, '/videos', '/embed/vod/x'])
        assert.equal(await statusOf(sandbox.url, target, host), 400, `${target} of ${host}`);
  });

  it('still serves this machine by its names, and other names what needs no machine', async () => {
    const { port } = new URL(sandbox.url);
    for (const host of ['localhost', `localhost:${port}`, '127.0.0.1', '[::1]', 'a_b.localhost.'])
      assert.notEqual(await statusOf(sandbox.url, '/_sandbox/state', host), 400, host);
    assert.equal(await statusOf(sandbox.url, '/_sandbox/state', 'localhost'), 200);
    assert.equal(await statusOf(sandbox.url, '/_sandbox/state', 'evil.example'), 403);
    assert.equal(await statusOf(sandbox.url, '/videos', 'evil.example'), 401);
  });
});

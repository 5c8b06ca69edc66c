import assert from 'node:assert/strict';
import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inRepository } from '../../support/repository.ts';
import { Agent } from '../../support/sandbox/agent.ts';
import { HookReceiver } from '../../support/sandbox/hook-receiver.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';
import { basic, request } from '../../support/sandbox/sandbox.ts';

interface Started {
  url: string;
  apiKey: string;
  environment: Record<string, string>;
}

describe('the tools for coding agents', () => {
  let agent: Agent;
  let started: Started;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'agent-tools-'));
    await writeFile(path.join(folder, 'film.mp4'), await film('h264-aac.mp4'));
    agent = new Agent(inRepository('.'));
    started = await agent.use<Started>('start_sandbox');
  });
  after(async () => {
    assert.equal(await agent.end(), 0);
    await rm(folder, { recursive: true, force: true });
  });

  const upload = async (title: string) =>
    (await agent.use<{ videoId: string }>('upload_film', { file: path.join(folder, 'film.mp4'), title }))
      .videoId;

  it('start a service, and say what the site’s server is to know', async () => {
    assert.deepEqual(started.environment, { VH_BASE_URL: started.url, VH_API_KEY: started.apiKey });
    const { status } = await request('GET', `${started.url}/videos`, {
      authorization: basic(started.apiKey),
    });
    assert.equal(status, 200);
  });

  it('upload a film that can be played then, and ask the service about it', async () => {
    const videoId = await upload('A film <b>');
    await agent.use('wait_until_playable', { videoId });
    const { answer } = await agent.use<{ answer: { title: string } }>('ask_service', {
      method: 'GET',
      path: `/videos/${videoId}`,
    });
    assert.equal(answer.title, 'A film <b>');
  });

  it('say in a sentence what cannot be had', async () => {
    await assert.rejects(
      agent.use('upload_film', { file: path.join(folder, 'none.mp4') }),
      /none\.mp4 cannot be read/,
    );
    await assert.rejects(
      agent.use('ask_service', { method: 'GET', path: '/videos/none' }),
      /answered with 404/,
    );
    await assert.rejects(agent.use('ask_service', { method: 'GET', path: '//example.com/' }), /one slash/);
    await assert.rejects(agent.use('ask_service', { method: 'GET', path: '@example.com/' }), /one slash/);
    await assert.rejects(agent.use('add_faults'), /preset or rules/);
    await assert.rejects(agent.use('add_faults', { rules: [{ act: { explode: 1 } }] }), /400/);
  });

  const statusOf = async () =>
    (await request('GET', `${started.url}/videos`, { authorization: basic(started.apiKey) })).status;

  it('let requests fail by a preset and by rules, and end that', async () => {
    await agent.use('add_faults', { preset: 'offline' });
    await assert.rejects(statusOf());
    await agent.use('clear_faults');
    assert.equal(await statusOf(), 200);
    await agent.use('add_faults', {
      rules: [{ match: { path: '/videos', nth: 1 }, act: { answer: { status: 503 } } }],
    });
    assert.equal(await statusOf(), 503);
    assert.equal(await statusOf(), 200);
    const { requests } = await agent.use<{ requests: { target: string; status: number }[] }>(
      'read_requests',
      {
        path: '/videos',
        failed: true,
        most: 1,
      },
    );
    assert.deepEqual(
      requests.map(({ target, status }) => ({ target, status })),
      [{ target: '/videos', status: 503 }],
    );
    await agent.use('clear_faults');
  });

  it('refuse a part, and store one whose answer is lost, by presets', async () => {
    const send = async () => {
      const { answer } = await agent.use<{ answer: { token: string } }>('ask_service', {
        method: 'POST',
        path: '/upload-tokens',
        body: {},
      });
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(await film('h264-aac.mp4'))]), 'film.mp4');
      return (await fetch(`${started.url}/upload?token=${answer.token}`, { method: 'POST', body: form }))
        .status;
    };
    await agent.use('add_faults', { preset: '429' });
    await assert.rejects(agent.use('ask_service', { method: 'GET', path: '/videos' }), /429/);
    await agent.use('clear_faults');
    assert.equal(await send(), 201);
    await agent.use('clear_faults');
    await agent.use('reset_sandbox');
    await agent.use('add_faults', { preset: 'lost-answer' });
    await assert.rejects(send());
    assert.equal(await send(), 201);
    const { answer } = await agent.use<{ answer: { data: unknown[] } }>('ask_service', {
      method: 'GET',
      path: '/videos',
    });
    assert.equal(answer.data.length, 2);
    await agent.use('clear_faults');
  });

  it('read the deliveries of webhooks', async () => {
    const receiver = await HookReceiver.start();
    await agent.use('ask_service', {
      method: 'POST',
      path: '/webhooks',
      body: { url: receiver.url, events: ['video.encoding.quality.completed'] },
    });
    await upload('With a webhook');
    await receiver.count(1);
    const { deliveries } = await agent.use<{ deliveries: { type: string }[] }>('read_webhooks');
    assert.equal(deliveries[0]?.type, 'video.encoding.quality.completed');
    receiver.stop();
  });

  it('let time pass, and begin anew with the same key', async () => {
    const { now } = await agent.use<{ now: string }>('advance_clock', { duration: '365d' });
    assert.ok(Date.parse(now) > Date.now() + 364 * 86_400_000);
    await agent.use('reset_sandbox');
    const { sessions, total } = await agent.use<{ sessions: unknown[]; total: number }>('read_sessions');
    assert.deepEqual([sessions, total], [[], 0]);
    assert.equal(await statusOf(), 200);
  });

  it('use a sandbox that runs already', async () => {
    const other = new Agent(inRepository('.'));
    await other.use('connect_sandbox', { url: started.url, apiKey: started.apiKey });
    await assert.rejects(
      other.use('connect_sandbox', { url: started.url, apiKey: 'another-key-of-somebody' }),
      /answered with 401/,
    );
    await other.use('read_requests');
    assert.equal(await other.end(), 0);
    assert.equal(await statusOf(), 200);
  });

  it('find sections of the documents, and read them', async () => {
    const find = async (question: string) =>
      (await agent.use<{ sections: { address: string }[] }>('search_docs', { question })).sections.map(
        ({ address }) => address,
      );
    const expected = {
      'nextjs': 'frameworks.md#nextjs',
      'dark mode': 'theming.md#light-and-dark',
      'content security policy': 'script-tag.md#content-security-policy',
      'verifyWebhook': 'reference.md#verifywebhook',
      'optimize unavailable': 'errors.md#optimize-unavailable',
    };
    for (const [question, address] of Object.entries(expected)) {
      const first = (await find(question)).slice(0, 3);
      assert.ok(first.includes(address), `${question}: ${first.join(', ')}`);
      const { markdown } = await agent.use<{ markdown: string }>('read_docs', { address });
      assert.match(markdown, /^#{1,4} /);
    }
    const { markdown } = await agent.use<{ markdown: string }>('read_docs', { address: 'agents.md' });
    assert.match(markdown, /^# For coding agents\n[^]*createBackend[^]*\n## Where to look/);
    await assert.rejects(agent.use('read_docs', { address: '../package.json' }), /pages are: .*agents\.md/);
  });
});

describe('the server of tools, ended', () => {
  it('leaves no folder behind', async () => {
    const temporary = await mkdtemp(path.join(tmpdir(), 'agent-end-'));
    const agent = new Agent(inRepository('.'), { TMPDIR: temporary });
    await agent.use('start_sandbox');
    assert.equal(await agent.end(), 0);
    // Fails for a folder with something in it.
    await rmdir(temporary);
  });
});

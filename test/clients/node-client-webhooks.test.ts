import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OfficialClient, refusalOf } from '../support/sandbox/official-client.ts';
import { attributesOf } from './support/typed-answer.ts';
import { HookReceiver } from '../support/sandbox/hook-receiver.ts';
import { inRepository } from '../support/repository.ts';
import { SandboxUnderTest } from '../support/sandbox/sandbox.ts';

const ENCODED = 'video.encoding.quality.completed';

describe('webhooks, asked by the official client for Node', () => {
  let sandbox: SandboxUnderTest;
  let official: OfficialClient;
  let receiver: HookReceiver;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    official = new OfficialClient(sandbox.url);
    receiver = await HookReceiver.start();
  });
  after(async () => {
    receiver.stop();
    await sandbox.end();
  });

  it('are created, read, listed by event and deleted', async () => {
    const { webhooks } = official.client;
    const events = ['live-stream.broadcast.started', 'live-stream.broadcast.ended'];
    const made = await webhooks.create({ events, url: receiver.url });
    assert.deepEqual(attributesOf(made, 'Webhook'), ['createdAt', 'events', 'url', 'webhookId']);
    assert.deepEqual([made.events, made.url], [events, receiver.url]);
    assert.deepEqual(await webhooks.get(made.webhookId ?? ''), made);
    const list = await webhooks.list({ events: 'live-stream.broadcast.ended' });
    assert.deepEqual(attributesOf(list, 'WebhooksListResponse'), ['data', 'pagination']);
    assert.deepEqual(list.data, [made]);
    assert.deepEqual((await webhooks.list({ events: ENCODED })).data, []);
    await webhooks.delete(made.webhookId ?? '');
    assert.deepEqual(await refusalOf(webhooks.get(made.webhookId ?? '')), [
      404,
      'resource-not-found',
      'webhookId',
    ]);
  });

  it("report the client's actions", async () => {
    const { webhooks, videos } = official.client;
    const { webhookId } = await webhooks.create({ events: [ENCODED], url: receiver.url });
    const { videoId } = await videos.create({ title: 'Answered' });
    await videos.upload(videoId, inRepository('test', 'media', 'sandbox', 'h264-aac.mp4'));
    const [delivery] = await receiver.count(1);
    assert.equal(delivery?.header('X-Api-Video-WebhookID'), webhookId);
    const reported = JSON.parse(delivery?.body ?? '') as Record<string, string>;
    assert.deepEqual([reported['type'], reported['videoId']], [ENCODED, videoId]);
  });

  it('are refused without events, or without an address', async () => {
    const { webhooks } = official.client;
    const url = receiver.url;
    assert.equal((await refusalOf(webhooks.create({ events: ['no.such.event'], url })))[0], 400);
    assert.deepEqual(await refusalOf(webhooks.create({ events: [ENCODED], url: 'nowhere' })), [
      400,
      'invalid-attribute',
      'url',
    ]);
  });

  it('have no operation that was not asked for', () => {
    assert.deepEqual(official.unused('webhooks'), []);
  });
});

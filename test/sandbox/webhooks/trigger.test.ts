import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { parseWebhookEvent } from '../../../src/backend/webhooks/webhook-event.ts';
import { useSandbox } from '../../../packages/vh-elements-sandbox/src/testing/testing.ts';
import { signatureOf } from '../../../packages/vh-elements-sandbox/src/webhooks/signature.ts';
import { WEBHOOK_EVENTS } from '../../../packages/vh-elements-sandbox/src/webhooks/event-body.ts';
import { assertAnswersInContract } from '../../support/sandbox/answers-in-contract.ts';
import { HookReceiver } from '../../support/sandbox/hook-receiver.ts';

after(assertAnswersInContract);

describe('webhooks.trigger', () => {
  let receiver: HookReceiver;
  let secret = '';
  let webhookId = '';
  const sandbox = useSandbox({ beforeAll: before, beforeEach, afterAll: after });
  beforeEach(async () => {
    receiver = await HookReceiver.start();
    const made = await sandbox().ask('POST', '/webhooks', { events: WEBHOOK_EVENTS, url: receiver.url });
    [secret, webhookId] = [String(made['signatureSecret']), String(made['webhookId'])];
  });
  afterEach(() => {
    receiver.stop();
  });

  const make = async () => {
    const { videoId } = await sandbox().ask('POST', '/videos', { title: 'A film' });
    const { liveStreamId } = await sandbox().ask('POST', '/live-streams', { name: 'A stream' });
    return { videoId: String(videoId), liveStreamId: String(liveStreamId) };
  };

  for (const type of WEBHOOK_EVENTS) {
    it(`sends ${type}, signed, about what there is, and again as it was`, async () => {
      const { videoId, liveStreamId } = await make();
      const { event, deliveries } = await sandbox().webhooks.trigger(type);
      assert.equal(deliveries.length, 1);
      const [first] = await receiver.count(1);
      assert.ok(first);
      assert.deepEqual(JSON.parse(first.body), event);
      assert.equal(event['type'], type);
      if (event['videoId'] !== undefined) assert.equal(event['videoId'], videoId);
      if (event['liveStreamId'] !== undefined) assert.equal(event['liveStreamId'], liveStreamId);
      assert.ok(event['videoId'] ?? event['liveStreamId']);
      const sent = await sandbox().waitForWebhook({ type });
      assert.deepEqual([sent.state, sent.deliveryId], ['delivered', deliveries[0]?.deliveryId]);

      const again = await sandbox().webhooks.resend(sent.deliveryId);
      assert.ok(again.deliveryId > sent.deliveryId);
      const [, second] = await receiver.count(2);
      assert.ok(second);
      assert.equal(second.body, first.body);
      for (const received of [first, second]) {
        assert.equal(received.header('X-Api-Video-Signature'), signatureOf(first.body, secret));
        assert.equal(received.header('X-Api-Video-WebhookID'), webhookId);
      }
      assert.equal((await sandbox().waitForWebhook({ type })).deliveryId, again.deliveryId);
    });
  }

  it('says what a page backend reads', async () => {
    await make();
    const types = WEBHOOK_EVENTS.filter((type) => type !== 'session.ended');
    for (const type of types) {
      const { event } = await sandbox().webhooks.trigger(type);
      assert.equal(parseWebhookEvent(event, { id: '1', webhookId })?.type, type);
    }
  });

  it('speaks of the video and the stream that are named, and of a viewing that there was', async () => {
    const named = await make();
    await make();
    const recorded = await sandbox().webhooks.trigger('video.source.recorded', named);
    assert.deepEqual([recorded.event['videoId'], recorded.event['liveStreamId']], Object.values(named));
    const ping = { session: { video_id: named.videoId }, events: [{ type: 'play', at: 0 }] };
    const answer = await fetch(`${sandbox().url}/collector/vod`, {
      method: 'POST',
      body: JSON.stringify(ping),
    });
    const { session } = (await answer.json()) as { session: string };
    const ended = await sandbox().webhooks.trigger('session.ended');
    assert.deepEqual([ended.event['sessionId'], ended.event['videoId']], [session, named.videoId]);
    // It was no end of it: that still comes.
    await sandbox().clock.advance('25h');
    await receiver.count(3);
    assert.equal(receiver.received.filter(({ body }) => body.includes(session)).length, 2);
  });

  it('sends to one webhook alone, where it is named, and to nobody who is not subscribed', async () => {
    const { videoId } = await make();
    const other = { events: ['session.ended'], url: receiver.url };
    const { webhookId: otherId } = await sandbox().ask('POST', '/webhooks', other);
    const all = await sandbox().webhooks.trigger('session.ended', { videoId });
    assert.equal(all.deliveries.length, 2);
    const one = await sandbox().webhooks.trigger('session.ended', { webhookId: String(otherId) });
    assert.deepEqual(
      one.deliveries.map((delivery) => delivery.webhookId),
      [otherId],
    );
    await assert.rejects(
      sandbox().webhooks.trigger('video.summary.generated', { webhookId: String(otherId) }),
      /404.*webhookId/s,
    );
  });

  it('names what is missing or wrong', async () => {
    const refused = (type: string, about = {}) => sandbox().webhooks.trigger(type, about);
    await assert.rejects(refused('session.ended'), /400.*videoId.*There is no video yet/s);
    await assert.rejects(refused('live-stream.broadcast.ended'), /400.*There is no live stream yet/s);
    await assert.rejects(refused('video.watched'), /400.*\\"type\\" must be one of/s);
    await make();
    await assert.rejects(refused('session.ended', { videoId: 'vi0' }), /404.*videoId/s);
    await assert.rejects(refused('session.ended', { liveStreamId: 'li0' }), /404.*liveStreamId/s);
    assert.equal(receiver.received.length, 0);
  });

  it('answers at once where nobody is subscribed, and says so', async () => {
    await make();
    await sandbox().ask('DELETE', `/webhooks/${webhookId}`);
    const answer = await fetch(`${sandbox().url}/_sandbox/v1/trigger`, {
      method: 'POST',
      body: JSON.stringify({ type: 'session.ended' }),
    });
    assert.equal(answer.status, 201);
    assert.match(answer.headers.get('warning') ?? '', /No webhook is subscribed/);
  });
});

describe('webhooks.resend', () => {
  let receiver: HookReceiver;
  const sandbox = useSandbox({ beforeAll: before, beforeEach, afterAll: after });
  beforeEach(async () => {
    receiver = await HookReceiver.start();
    await sandbox().ask('POST', '/videos', { title: 'A film' });
  });
  afterEach(() => {
    receiver.stop();
  });
  const type = 'session.ended';
  const subscribe = () => sandbox().ask('POST', '/webhooks', { events: [type], url: receiver.url });
  const control = (method: string, path: string) =>
    fetch(`${sandbox().url}/_sandbox/v1/deliveries/${path}`, { method });

  it('is not held up by a receiver that hangs, and another receiver gets its own meanwhile', async () => {
    receiver.answerWith(() => 'silence');
    await subscribe();
    const { deliveries } = await sandbox().webhooks.trigger(type);
    const hanging = deliveries[0]?.deliveryId ?? 0;
    await receiver.count(1);
    const again = await sandbox().webhooks.resend(hanging);
    assert.deepEqual([again.state, again.attempts], ['pending', 0]);
    const awake = await HookReceiver.start();
    const { webhookId } = await sandbox().ask('POST', '/webhooks', { events: [type], url: awake.url });
    await sandbox().webhooks.trigger(type, { webhookId: String(webhookId) });
    await awake.count(1);
    assert.equal(receiver.received.length, 1);
    awake.stop();
  });

  it('sends again what was given up', async () => {
    receiver.answerWith(() => 500);
    await subscribe();
    const { deliveries } = await sandbox().webhooks.trigger(type);
    await receiver.count(1);
    await sandbox().clock.advance('1m');
    const failed = await sandbox().waitForWebhook({ type });
    assert.deepEqual([failed.deliveryId, failed.state], [deliveries[0]?.deliveryId, 'failed']);
    receiver.answerWith(() => 204);
    await sandbox().webhooks.resend(failed.deliveryId);
    const { state, status, attempts } = await sandbox().waitForWebhook({ type });
    assert.deepEqual([state, status, attempts], ['delivered', 204, 1]);
  });

  it('is 404 for a delivery that there is not, and for a webhook that is gone', async () => {
    for (const path of ['0', '12345', 'x', '1e3', '%31x', '99999999999999999999']) {
      assert.equal((await control('POST', `${path}/resend`)).status, 404, path);
      assert.equal((await control('GET', path)).status, 404, path);
    }
    const { webhookId } = await subscribe();
    await sandbox().webhooks.trigger(type);
    const { deliveryId } = await sandbox().waitForWebhook({ type });
    await sandbox().ask('DELETE', `/webhooks/${String(webhookId)}`);
    await assert.rejects(sandbox().webhooks.resend(deliveryId), /404.*webhookId/s);
    const shown = (await (await control('GET', String(deliveryId))).json()) as Record<string, unknown>;
    assert.equal(shown['headers'], null);
  });

  it('shows the headers of a delivery as they were sent', async () => {
    await subscribe();
    await sandbox().webhooks.trigger(type);
    const { deliveryId } = await sandbox().waitForWebhook({ type });
    const [received] = await receiver.count(1);
    const answer = await control('GET', String(deliveryId));
    const { headers } = (await answer.json()) as { headers: Record<string, string> };
    assert.equal(Object.keys(headers).length, 4);
    for (const [name, value] of Object.entries(headers)) assert.equal(received?.header(name), value);
  });
});

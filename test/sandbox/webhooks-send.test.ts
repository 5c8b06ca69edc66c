import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { webhookSender } from '../../demo/sandbox/webhooks/send.ts';
import { HookReceiver } from '../support/hook-receiver.ts';

const HERE = new Set<string>();

describe('the sender of webhooks', () => {
  let receiver: HookReceiver;
  const never = new AbortController().signal;
  const webhook = (url: string) => ({
    webhookId: 'webhook_1',
    url,
    events: [],
    signatureSecret: 'sig_sec_1',
    createdAt: 0,
  });

  beforeEach(async () => (receiver = await HookReceiver.start()));
  afterEach(() => {
    receiver.stop();
  });

  it('reaches this machine by number and by name', async () => {
    const { port } = new URL(receiver.url);
    for (const url of [receiver.url, `http://localhost:${port}/x`]) {
      assert.deepEqual(await webhookSender(HERE)(webhook(url), '{}', never), { status: 200 });
    }
    assert.equal(receiver.received.length, 2);
  });

  it('refuses what lies elsewhere, however it is written', async () => {
    for (const host of [
      '192.0.2.1',
      '[2001:db8::1]',
      '[::ffff:192.0.2.1]',
      '0.0.0.0',
      '3221225985',
      '0xC0000201',
    ]) {
      const outcome = await webhookSender(HERE)(webhook(`http://${host}:1/`), '{}', never);
      assert.ok('refusal' in outcome, host);
    }
  });

  it('tries a host that is allowed', async () => {
    const outcome = await webhookSender(new Set(['0.0.0.0']))(webhook('http://0.0.0.0:1/'), '{}', never);
    assert.deepEqual(outcome, { reason: 'ECONNREFUSED' });
  });

  it('gives up on who says nothing, and when it is told to', async () => {
    receiver.answerWith(() => 'silence');
    const impatient = await webhookSender(HERE, 1)(webhook(receiver.url), '{}', never);
    assert.deepEqual(impatient, { reason: 'no answer in time' });
    const stop = new AbortController();
    const sent = webhookSender(HERE)(webhook(receiver.url), '{}', stop.signal);
    stop.abort();
    assert.deepEqual(await sent, { reason: 'broken off' });
  });

  it('does not follow a redirect', async () => {
    receiver.answerWith(() => 307);
    assert.deepEqual(await webhookSender(HERE)(webhook(receiver.url), '{}', never), { status: 307 });
    assert.equal(receiver.received.length, 1);
  });
});

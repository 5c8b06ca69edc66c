import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { webhookSender } from '../../../packages/vh-elements-sandbox/src/webhooks/send.ts';
import { HookReceiver } from '../../support/sandbox/hook-receiver.ts';
import { settled } from '../../support/until.ts';

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

  let endless: Server;
  beforeEach(async () => {
    receiver = await HookReceiver.start();
    endless = createServer();
  });
  afterEach(() => {
    receiver.stop();
    endless.close();
    endless.closeAllConnections();
  });

  it('leaves nothing on a signal that lives as long as the process', async () => {
    const { signal } = new AbortController();
    const send = webhookSender(HERE);
    for (let time = 0; time < 20; time++) await send(webhook(receiver.url), '{}', signal);
    // Node keeps listeners and the signals that follow this one in members of their own.
    const followers = Object.getOwnPropertySymbols(signal)
      .map((name): unknown => Reflect.get(signal, name))
      .filter((member) => member instanceof Set)
      .reduce((sum, member) => sum + member.size, 0);
    assert.deepEqual([followers, getEventListeners(signal, 'abort').length], [0, 0]);
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

  it('gives up on a silent receiver, and on request', async () => {
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

  it('reads some kB of an answer that has no end, and cuts it off', async () => {
    let sent = 0;
    const cut = new Promise<void>((resolve) => {
      endless.on('request', (_request, response: ServerResponse) => {
        const more = () => {
          if (response.destroyed) return;
          sent += 65_536;
          response.write(Buffer.alloc(65_536), () => void settled(1).then(more));
        };
        response.once('close', resolve);
        more();
      });
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const { port } = endless.address() as AddressInfo;
    // Its timeout is longer than the test's own: the length alone ends it.
    const send = webhookSender(HERE, 3_600_000);
    assert.deepEqual(await send(webhook(`http://127.0.0.1:${String(port)}/`), '{}', never), { status: 200 });
    await cut;
    // What the machine's own buffers hold is sent besides.
    assert.ok(sent < 64 * 1024 * 1024, `${String(sent)} bytes`);
  });

  it('answers with a reason for an address that is none', async () => {
    const outcome = await webhookSender(HERE)(webhook('http://'), '{}', never);
    assert.deepEqual(outcome, { reason: 'ERR_INVALID_URL' });
  });
});

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { verifyWebhook, type WebhookOptions } from '../../../src/backend/index.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';
import { HookReceiver, type Received } from '../../support/sandbox/hook-receiver.ts';
import { inRepository } from '../../support/repository.ts';
import { formOf, ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';

const SECRET = `sig_sec_${'0'.repeat(22)}`;
const VIDEO = `vi${'0'.repeat(22)}`;
const STREAM = `li${'0'.repeat(22)}`;
const EMITTED = '2021-01-29T15:46:25.217Z';
const completed = {
  ...{ type: 'video.encoding.quality.completed', emittedAt: EMITTED, videoId: VIDEO, liveStreamId: STREAM },
  ...{ encoding: 'hls', quality: '720p' },
};

const sign = (body: string | Uint8Array, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('hex');
const deliver = (
  body: string | Uint8Array<ArrayBuffer>,
  signature: string | undefined = sign(body),
  method = 'POST',
) =>
  new Request('https://site.test/hook', {
    method,
    ...(method === 'POST' ? { body } : {}),
    headers: {
      'content-type': 'application/json',
      'x-api-video-webhookid': 'webhook_1',
      ...(signature === '' ? {} : { 'x-api-video-signature': signature }),
    },
  });
const verify = (body: object, options?: WebhookOptions) =>
  verifyWebhook(deliver(JSON.stringify(body)), SECRET, options);
const refuses = (request: Request, secret: string | string[] = SECRET) =>
  assert.rejects(verifyWebhook(request, secret), (error) => isVhError(error, 'webhook-refused'));

describe('verifyWebhook', () => {
  it('knows the signature that the service gives', async () => {
    const signature = '27a77d3a7fc626854886b5dbfae4e32c8b0170c1ea1b714c91ba77f1e7774e8c';
    const event = await verifyWebhook(deliver(JSON.stringify(completed), signature), SECRET);
    const { emittedAt, ...said } = completed;
    assert.deepEqual(event, {
      ...said,
      id: signature,
      webhookId: 'webhook_1',
      emittedAt: new Date(emittedAt),
    });
  });

  const about = { emittedAt: EMITTED };
  const known = [
    { type: 'live-stream.broadcast.started', ...about, liveStreamId: STREAM },
    { type: 'live-stream.broadcast.ended', ...about, liveStreamId: STREAM },
    { type: 'video.source.recorded', ...about, liveStreamId: STREAM, videoId: VIDEO },
    completed,
    {
      type: 'video.caption.generated',
      ...about,
      videoId: VIDEO,
      captionId: 'c',
      generationMode: 'transcript',
      language: 'en',
    },
    { type: 'video.summary.generated', ...about, videoId: VIDEO, summaryId: 'summary_1' },
  ];
  for (const body of known) {
    it(`reads ${body.type}, and nothing that lacks a part of it`, async () => {
      const { id, webhookId, ...event } = await verify(body);
      assert.deepEqual(event, { ...body, emittedAt: new Date(EMITTED) });
      assert.deepEqual([id, webhookId], [sign(JSON.stringify(body)), 'webhook_1']);
      for (const name of Object.keys(body)) {
        if (name === 'liveStreamId' && body === completed) continue;
        await refuses(deliver(JSON.stringify({ ...body, [name]: undefined })));
        if (name !== 'type') await refuses(deliver(JSON.stringify({ ...body, [name]: { odd: 1 } })));
      }
    });
  }

  it('hands on what it does not know yet', async () => {
    const event = await verify({
      type: 'video.framed',
      emittedAt: '2024-05-28T11:15:07+00:00',
      wall: 'north',
    });
    assert.ok(event.type === 'other');
    assert.deepEqual([event.name, event.body['wall']], ['video.framed', 'north']);
  });

  it('refuses every change of a byte, in the body and in the signature', async () => {
    const body = new TextEncoder().encode(JSON.stringify(completed));
    const right = sign(body);
    for (let at = 0; at < body.length; at += 7) {
      const changed = body.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      await refuses(deliver(changed, right));
    }
    for (let at = 0; at < right.length; at++) {
      const wrong = right.slice(0, at) + (right[at] === '0' ? '1' : '0') + right.slice(at + 1);
      await refuses(deliver(body, wrong));
    }
  });

  it('refuses missing and malformed signatures', async () => {
    const body = JSON.stringify(completed);
    for (const signature of [
      '',
      'x',
      sign(body).slice(2),
      `${sign(body)}00`,
      `sha256=${sign(body)}`,
      sign(''),
    ]) {
      await refuses(deliver(body, signature));
    }
    await refuses(deliver(body, sign(body, 'another')));
    await refuses(deliver(body, sign(body), 'GET'));
    assert.equal((await verifyWebhook(deliver(body, sign(body).toUpperCase()), SECRET)).id, sign(body));
  });

  it('refuses signed nonsense', async () => {
    for (const body of ['', '[]', 'null', '{"type":7}', '{', '{"type":"a","emittedAt":"soon"}'])
      await refuses(deliver(body));
    const notText = Uint8Array.from([0x7b, 0xff, 0x7d]);
    await refuses(deliver(notText));
  });

  it('refuses a body larger than any delivery', async () => {
    await refuses(deliver(JSON.stringify({ ...completed, more: 'x'.repeat(65_536) })));
  });

  it('takes an old and a new secret, and never an empty one', async () => {
    const request = () => deliver(JSON.stringify(completed), sign(JSON.stringify(completed), 'new'));
    assert.equal((await verifyWebhook(request(), ['old', 'new'])).type, completed.type);
    await refuses(request(), ['old', 'older']);
    for (const none of ['', [], ['new', '']]) {
      await assert.rejects(verifyWebhook(request(), none), (error) => isVhError(error, 'invalid-use'));
    }
  });

  it('refuses old and future deliveries when the site wants that', async () => {
    const emitted = Date.parse(EMITTED);
    const at = (seconds: number) => verify(completed, { maxAge: 60, now: () => emitted + seconds * 1000 });
    for (const seconds of [-300, 0, 60]) await at(seconds);
    for (const seconds of [-301, 61, 3_600]) {
      await assert.rejects(at(seconds), (error) => isVhError(error, 'webhook-refused'));
    }
  });
});

describe('deliveries of the service', () => {
  let service: ServiceUnderTest;
  let receiver: HookReceiver;
  beforeEach(async () => {
    [service, receiver] = await Promise.all([ServiceUnderTest.start(), HookReceiver.start()]);
  });
  afterEach(async () => {
    receiver.stop();
    await service.stop();
  });

  const asRequest = ({ body, rawHeaders }: Received) => {
    const headers = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2)
      headers.set(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    return new Request(receiver.url, { method: 'POST', body, headers });
  };

  it('are verified, and so is a second try, under the same id', async () => {
    receiver.answerWith((_received, count) => (count === 1 ? 500 : 200));
    const { body } = await service.ask('POST', '/webhooks', {
      events: ['video.encoding.quality.completed'],
      url: receiver.url,
    });
    const secret = String(body['signatureSecret']);
    const made = await service.ask('POST', '/videos', { title: 'tiny' });
    const videoId = String(made.body['videoId']);
    const film = await readFile(inRepository('test/media/tiny.mp4'));
    await service.ask('POST', `/videos/${videoId}/source`, formOf(film, 'tiny.mp4'));
    const received = await receiver.count(3);
    const events = await Promise.all(received.map((one) => verifyWebhook(asRequest(one), secret)));
    assert.ok(
      events.every((event) => event.type === 'video.encoding.quality.completed' && event.videoId === videoId),
    );
    assert.ok(events.every(({ webhookId }) => webhookId === body['webhookId']));
    assert.equal(new Set(events.map(({ id }) => id)).size, 2);
    for (const one of received) await refuses(asRequest(one), 'sig_sec_of_another');
  });
});

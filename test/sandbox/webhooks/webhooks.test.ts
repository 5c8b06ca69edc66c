import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { signatureOf } from '../../../packages/vh-elements-sandbox/src/webhooks/signature.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { HookReceiver, type Received } from '../../support/sandbox/hook-receiver.ts';
import { inRepository } from '../../support/repository.ts';
import { ServiceProcess } from '../support/service-process.ts';
import {
  formOf,
  ServiceUnderTest,
  type Answer,
  type Body,
} from '../../support/sandbox/service-under-test.ts';
import { eventually } from '../../support/eventually.ts';

const QUALITY = 'video.encoding.quality.completed';
const tiny = await readFile(inRepository('test/media/tiny.mp4'));

describe('webhooks', () => {
  let service: ServiceUnderTest;
  before(async () => (service = await ServiceUnderTest.start()));
  after(() => service.stop());

  const slugOf = ({ body }: Answer) => String(body['type']).split('/').at(-1);

  it('are created with a secret, read, listed by event and deleted', async () => {
    const events = [QUALITY, 'live-stream.broadcast.started'];
    // Where it leads is looked at when there is an event to send.
    const made = await service.ask('POST', '/webhooks', { events, url: 'https://example.com/hook' });
    assert.equal(made.status, 201);
    const { webhookId, createdAt, signatureSecret, ...rest } = made.body;
    assert.match(String(webhookId), /^webhook_[A-Za-z0-9]{22}$/);
    assert.match(String(signatureSecret), /^sig_sec_[A-Za-z0-9]{22}$/);
    assert.match(String(createdAt), /\+00:00$/);
    assert.deepEqual(rest, { events, url: 'https://example.com/hook' });
    assert.deepEqual((await service.ask('GET', `/webhooks/${String(webhookId)}`)).body, made.body);

    const list = async (query: string) => (await service.ask('GET', `/webhooks?${query}`)).body.data;
    assert.deepEqual(await list(''), [made.body]);
    assert.deepEqual(await list(`events=${QUALITY}`), [made.body]);
    assert.deepEqual(await list('events=video.source.recorded'), []);

    assert.equal((await service.ask('DELETE', `/webhooks/${String(webhookId)}`)).status, 204);
    for (const method of ['GET', 'DELETE']) {
      const gone = await service.ask(method, `/webhooks/${String(webhookId)}`);
      assert.equal(gone.status, 404);
      assert.equal(gone.body['name'], 'webhookId');
    }
    assert.equal((await service.ask('PATCH', `/webhooks/${String(webhookId)}`, {})).status, 405);
  });

  it('want events that there are and an http address', async () => {
    const post = (body: object) => service.ask('POST', '/webhooks', body);
    const missing = await post({});
    assert.equal(missing.status, 400);
    assert.equal(slugOf(missing), 'attribute-required');
    assert.deepEqual(
      missing.body.problems?.map(({ name }) => name),
      ['events', 'url'],
    );
    assert.equal(slugOf(await post({ events: [], url: 'http://127.0.0.1/' })), 'attribute-required');
    for (const [body, name] of [
      [{ events: ['video.watched'], url: 'http://127.0.0.1/' }, 'events'],
      [{ events: QUALITY, url: 'http://127.0.0.1/' }, 'events'],
      [{ events: [QUALITY], url: 'ftp://127.0.0.1/' }, 'url'],
      [{ events: [QUALITY], url: 'javascript:alert(1)' }, 'url'],
      [{ events: [QUALITY], url: 'http://' }, 'url'],
    ] as const) {
      const refused = await post(body);
      assert.equal(slugOf(refused), 'invalid-attribute');
      assert.equal(refused.body['name'], name);
    }
  });

  it('are a hundred at most', async () => {
    const post = () => service.ask('POST', '/webhooks', { events: [QUALITY], url: 'http://127.0.0.1:1/' });
    const made = await Promise.all(Array.from({ length: 100 }, post));
    assert.ok(made.every(({ status }) => status === 201));
    const refused = await post();
    assert.equal(refused.status, 400);
    assert.equal(slugOf(refused), 'webhook-limit-reached');
  });
});

describe('signatures of webhooks', () => {
  it('are what receivers expect', () => {
    const body = JSON.stringify({
      type: QUALITY,
      emittedAt: '2021-01-29T15:46:25.217Z',
      videoId: `vi${'0'.repeat(22)}`,
      liveStreamId: `li${'0'.repeat(22)}`,
      encoding: 'hls',
      quality: '720p',
    });
    const expected = '27a77d3a7fc626854886b5dbfae4e32c8b0170c1ea1b714c91ba77f1e7774e8c';
    assert.equal(signatureOf(body, `sig_sec_${'0'.repeat(22)}`), expected);
  });
});

describe('deliveries', () => {
  let service: ServiceUnderTest;
  let receiver: HookReceiver;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    [service, receiver] = await Promise.all([ServiceUnderTest.start({ clock }), HookReceiver.start()]);
  });
  afterEach(async () => {
    receiver.stop();
    await service.stop();
  });

  const subscribe = async (url = receiver.url): Promise<Body> =>
    (await service.ask('POST', '/webhooks', { events: [QUALITY], url })).body;
  const upload = async (): Promise<string> => {
    const { body } = await service.ask('POST', '/videos', { title: 'tiny' });
    await service.ask('POST', `/videos/${String(body['videoId'])}/source`, formOf(tiny, 'tiny.mp4'));
    return String(body['videoId']);
  };
  const log = async () => (await service.fetch('/_sandbox/deliveries')).body.data ?? [];
  /** Waits until the log has the expected entry for every delivery. */
  const settled = (wanted: (delivery: Record<string, unknown>) => boolean) => {
    return eventually(async () => {
      const found = await log();
      return found.length > 0 && found.every(wanted) ? found : undefined;
    });
  };
  const bodyOf = ({ body }: Received) => JSON.parse(body) as Record<string, unknown>;

  it('report each rendition once, signed, with headers written as the service writes them', async () => {
    const { webhookId, signatureSecret } = await subscribe();
    const videoId = await upload();
    const [hls, mp4] = await receiver.count(2);
    assert.ok(hls && mp4);
    const emittedAt = '2026-01-01T00:00:00.000Z';
    assert.equal(
      hls.body,
      JSON.stringify({ type: QUALITY, emittedAt, videoId, encoding: 'hls', quality: '240p' }),
    );
    assert.deepEqual(bodyOf(mp4), { ...bodyOf(hls), encoding: 'mp4' });
    for (const received of [hls, mp4]) {
      assert.equal(received.header('X-Api-Video-WebhookID'), webhookId);
      const signature = signatureOf(received.body, String(signatureSecret));
      assert.equal(received.header('X-Api-Video-Signature'), signature);
      assert.equal(received.header('Content-Type'), 'application/json');
    }
    const done = await settled(({ state }) => state === 'delivered');
    assert.equal(done.length, 2);
    assert.ok(done.every(({ attempts, status }) => attempts === 1 && status === 200));
  });

  it('are tried four times, three seconds apart, and then given up', async () => {
    receiver.answerWith(() => 500);
    await subscribe();
    await upload();
    for (const tries of [1, 2, 3]) {
      await receiver.count(tries * 2);
      await settled(({ attempts }) => attempts === tries);
      assert.equal(await clock.nextWait(), 3_000);
      clock.advance(2_999);
      assert.equal(receiver.received.length, tries * 2);
      clock.advance(1);
    }
    const given = await settled(({ state }) => state === 'failed');
    assert.ok(given.every(({ attempts, status }) => attempts === 4 && status === 500));
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 2);
  });

  for (const [what, reply, status] of [
    ['a redirect', 302, 302],
    ['a hung-up connection', 'hang-up', null],
  ] as const) {
    it(`treat ${what} as a failure, and deliver again after it`, async () => {
      receiver.answerWith((_, count) => (count <= 2 ? reply : 204));
      await subscribe();
      await upload();
      await receiver.count(2);
      const failed = await settled(({ attempts }) => attempts === 1);
      assert.ok(failed.every((one) => one['state'] === 'pending' && one['status'] === status));
      await clock.nextWait();
      clock.advance(3_000);
      const done = await settled(({ state }) => state === 'delivered');
      assert.ok(done.every(({ attempts }) => attempts === 2));
    });
  }

  it('never leave this machine unless a host is allowed', async () => {
    await subscribe('http://192.0.2.1/hook?secret=1');
    await subscribe('http://name.invalid/hook');
    await upload();
    const all = await settled(({ attempts }) => attempts === 1);
    const literal = all.filter(({ url }) => url === 'http://192.0.2.1/hook');
    assert.ok(literal.length > 0 && literal.every(({ state }) => state === 'refused'));
    // A name that leads nowhere may lead here at the next try.
    assert.ok(all.every(({ state }) => state !== 'delivered'));
  });

  it('stop with their webhook, while those of others are delivered', async () => {
    receiver.answerWith((_, count) => (count <= 4 ? 503 : 200));
    const [first, second] = [await subscribe(), await subscribe()];
    await upload();
    await receiver.count(4);
    await settled(({ attempts }) => attempts === 1);
    await service.ask('DELETE', `/webhooks/${String(first['webhookId'])}`);
    clock.advance(3_000);
    const left = await settled(({ state }) => state === 'delivered');
    assert.ok(left.every(({ webhookId }) => webhookId === second['webhookId']));
    assert.equal(receiver.received.length, 6);
  });

  it('survive a kill, none lost', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'vh-webhooks-'));
    receiver.answerWith(() => 'silence');
    let running = await ServiceProcess.start(dataDir);
    await running.ask('POST', '/webhooks', { events: [QUALITY], url: receiver.url });
    const { videoId } = (await (await running.ask('POST', '/videos', { title: 'x' })).json()) as Body;
    await running.ask('POST', `/videos/${String(videoId)}/source`, formOf(tiny));
    await receiver.count(1);
    await running.end('SIGKILL');
    receiver.answerWith(() => 200);
    const before = receiver.received.length;
    running = await ServiceProcess.start(dataDir);
    await receiver.count(before + 2);
    const encodings = receiver.received.slice(before).map((received) => bodyOf(received)['encoding']);
    assert.deepEqual(encodings, ['hls', 'mp4']);
    await running.end();
    await rm(dataDir, { recursive: true });
  });
});

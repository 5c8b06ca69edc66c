import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { v1Format } from '../../src/session/formats/v1-format.ts';
import { begin, slowCollector, taken } from './support/begin-session.ts';
import { FakeEnvironment } from './support/fake-environment.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('Session', () => {
  it('reports a viewing to the collector', async () => {
    const { media, session, world } = begin({ metadata: { user: 'u1' } });
    media.load();
    await world.pass(1000);
    media.play();
    media.playTo(5);
    media.seek(20);
    await world.pass(10_000);
    media.pause();
    await world.pass(0);
    media.play();
    media.finish();
    await world.pass(0);
    assert.deepEqual(world.types, ['ready', 'play', 'seek.forward', 'pause', 'resume', 'end']);
    const names = world.posts.map(({ payload }) => payload.session.session_id);
    assert.deepEqual([names[0], new Set(names.slice(1))], [undefined, new Set(['ps1'])]);
    assert.deepEqual(
      { ...session.store.state },
      {
        status: 'open',
        viewingId: world.post(0).payload.session.viewing_id,
        sessionId: 'ps1',
        delivered: 6,
        waiting: 0,
        dropped: 0,
      },
    );
  });

  it('reports to several collectors, each of which names the session itself', async () => {
    const world = new FakeEnvironment();
    world.answer = ({ url }) => Response.json({ session: new URL(url).hostname });
    const targets = [{ collector: 'https://other.example', format: v1Format }];
    const { media } = begin({ targets }, world);
    media.load();
    await world.pass(0);
    media.play();
    await world.pass(0);
    assert.deepEqual(
      world.posts.map(({ url, payload }) => [new URL(url).hostname, payload.session.session_id]),
      [
        ['host.example', undefined],
        ['other.example', undefined],
        ['host.example', 'host.example'],
        ['other.example', 'other.example'],
      ],
    );
    const ids = world.posts.map(({ payload }) => payload.session.viewing_id);
    assert.equal(new Set(ids).size, 1);
  });

  it('speaks the first-generation wire', async () => {
    const { media, world } = begin({ metadata: { user: 'u1', plan: 'pro' } });
    media.load();
    await world.pass(0);
    const post = world.post(0);
    assert.equal(post.url, 'https://host.example/collector/vod');
    assert.match(post.payload.session.viewing_id, UUID_V7);
    assert.deepEqual(post.payload.session, {
      viewing_id: post.payload.session.viewing_id,
      video_id: 'viABC',
      loaded_at: '2026-01-01T00:00:00.000Z',
      referrer: 'https://site.example',
      metadata: [{ user: 'u1' }, { plan: 'pro' }],
    });
    const [event] = post.payload.events;
    assert.ok(event);
    assert.equal(event.id, `${post.payload.session.viewing_id}-0`);
    assert.deepEqual(
      { ...event, id: '' },
      {
        id: '',
        type: 'ready',
        at: 0,
        emitted_at: '2026-01-01T00:00:00.000Z',
      },
    );
  });

  it('reports a live stream at its own address', async () => {
    const { media, world } = begin({ kind: 'live-stream', id: 'liABC' });
    media.load();
    await world.pass(0);
    assert.equal(world.post(0).url, 'https://host.example/collector/live');
    assert.equal(world.post(0).payload.session.live_stream_id, 'liABC');
    assert.equal(world.post(0).payload.session.video_id, undefined);
  });

  it('needs no preflight, sends no cookie and no referrer, and follows no redirect', async () => {
    const { media, world } = begin();
    media.load();
    await world.pass(0);
    const init = world.post(0).init;
    assert.deepEqual(init.headers, { 'content-type': 'text/plain;charset=UTF-8' });
    assert.equal(init.credentials, 'omit');
    assert.equal(init.referrerPolicy, 'no-referrer');
    assert.equal(init.redirect, 'error');
    assert.equal(init.keepalive, true);
  });

  it('sends every ten seconds while it plays, even when nothing happened, and is silent while it does not', async () => {
    const { media, world } = begin();
    media.load();
    await world.pass(60_000);
    assert.equal(world.posts.length, 1);
    media.play();
    await world.pass(30_000);
    assert.deepEqual(
      world.posts.slice(1).map(({ payload }) => payload.events.length),
      [1, 0, 0, 0],
    );
    media.pause();
    await world.pass(60_000);
    assert.equal(world.posts.length, 6);
    assert.equal(world.timers, 0);
  });

  it('does not leave a seek behind that was made while it did not play', async () => {
    const { media, world } = begin();
    media.load();
    await world.pass(0);
    media.seek(30);
    await world.pass(10_000);
    assert.deepEqual(world.types, ['ready', 'seek.forward']);
    await world.pass(60_000);
    assert.equal(world.timers, 0);
  });

  it('believes a pause close to the end after a moment', async () => {
    const { media, world } = begin();
    media.load();
    media.play();
    media.playTo(59.9);
    media.pause();
    await world.pass(1000);
    assert.deepEqual(world.types, ['ready', 'play', 'pause']);
    assert.equal(world.events[2]?.emitted_at, '2026-01-01T00:00:00.000Z');
  });

  it('waits for the first answer before it sends more, so that one viewing is one session', async () => {
    const { media, world } = begin();
    const answer = slowCollector(world);
    media.load();
    media.play();
    media.playTo(1);
    media.pause();
    await world.pass(0);
    assert.equal(world.posts.length, 1);
    answer(taken());
    await world.pass(0);
    assert.deepEqual(world.types, ['ready', 'play', 'pause']);
    assert.equal(world.post(1).payload.session.session_id, 'ps1');
  });

  it('makes a session of its own for each player of one video', async () => {
    const { media, world } = begin();
    const other = begin({}, world);
    media.load();
    other.media.load();
    await world.pass(0);
    const [first, second] = world.posts.map(({ payload }) => payload.session);
    assert.notEqual(first?.viewing_id, second?.viewing_id);
    assert.equal(second?.session_id, undefined);
  });

  it('keeps the order of events when the clock of the device is set back', async () => {
    const { media, world } = begin();
    media.load();
    media.play();
    media.playTo(5);
    await world.pass(5_000);
    world.clockError = -60_000;
    media.pause();
    await world.pass(1_000);
    const times = world.events.map(({ emitted_at }) => emitted_at);
    assert.equal(times.length, 3);
    assert.deepEqual(times, [...times].sort());
  });

  it('follows the clock after the device has slept', async () => {
    const { media, world } = begin();
    media.load();
    world.clockError = 3_600_000;
    media.play();
    await world.pass(0);
    assert.equal(world.events.at(-1)?.emitted_at, '2026-01-01T01:00:00.000Z');
  });

  it('keeps for some minutes what a collector does not find, then counts it', async () => {
    const { media, session, world } = begin();
    world.answer = () => new Response(null, { status: 404 });
    media.load();
    await world.pass(60_000);
    assert.deepEqual([session.store.state.waiting, session.store.state.dropped], [1, 0]);
    world.answer = taken;
    await world.pass(60_000);
    assert.equal(session.store.state.delivered, 1);
    world.answer = () => new Response(null, { status: 403 });
    media.play();
    await world.pass(600_000);
    assert.deepEqual([session.store.state.waiting, session.store.state.dropped], [0, 1]);
  });

  it('counts what the collector refuses, forgets the session, and says so next time', async () => {
    const { media, session, world } = begin();
    media.load();
    await world.pass(0);
    world.answer = () => new Response('no such video', { status: 400 });
    media.play();
    media.pause();
    await world.pass(0);
    assert.equal(session.store.state.dropped, 2);
    world.answer = () => Response.json({ session: 'ps2' });
    media.finish();
    media.play();
    media.pause();
    await world.pass(0);
    const lossy = world.posts.find(({ payload }) => payload.dropped === 2);
    assert.deepEqual(
      lossy?.payload.events.map(({ type }) => type),
      ['end'],
    );
    assert.equal(lossy.payload.session.session_id, undefined);
    assert.equal(session.store.state.sessionId, 'ps2');
  });

  it('waits as long as a 429 says', async () => {
    const { media, world } = begin();
    world.answer = () => new Response(null, { status: 429, headers: { 'retry-after': '90' } });
    media.load();
    await world.pass(89_999);
    assert.equal(world.posts.length, 1);
    world.answer = taken;
    await world.pass(1);
    assert.equal(world.posts.length, 2);
    assert.deepEqual(world.post(1).payload.events, world.post(0).payload.events);
  });

  it('keeps everything through an outage and sends it once', async () => {
    const { media, session, world } = begin();
    world.answer = () => {
      throw new TypeError('Failed to fetch');
    };
    media.load();
    media.play();
    media.playTo(5);
    media.pause();
    await world.pass(600_000);
    const tries = world.posts.length;
    assert.ok(tries > 5 && tries < 60, `${String(tries)} tries in ten minutes`);
    assert.equal(session.store.state.waiting, 3);
    world.posts.length = 0;
    world.answer = taken;
    world.window.dispatchEvent(new Event('online'));
    await world.pass(60_000);
    assert.deepEqual(world.types, ['ready', 'play', 'pause']);
    assert.equal(session.store.state.delivered, 3);
  });

  it('says the same ids again when an acknowledgement was lost', async () => {
    const { media, world } = begin();
    world.answer = () => {
      world.answer = taken;
      throw new TypeError('connection reset');
    };
    media.load();
    await world.pass(60_000);
    assert.equal(world.posts.length, 2);
    assert.deepEqual(world.post(0).payload.events, world.post(1).payload.events);
  });

  it('gives up on a collector that does not answer, and tries again', async () => {
    const { media, world } = begin();
    world.answer = (post) =>
      new Promise((_, reject) => {
        post.init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    media.load();
    await world.pass(14_999);
    assert.equal(world.post(0).init.signal?.aborted, false);
    await world.pass(60_000);
    assert.equal(world.post(0).init.signal?.aborted, true);
    assert.ok(world.posts.length > 1);
  });

  it('takes any success for an acknowledgement, whatever the answer holds', async () => {
    const bodies = [
      '',
      'OK',
      '{',
      'null',
      '[]',
      '{"session":7}',
      '{"session":""}',
      `{"session":"${'x'.repeat(300)}"}`,
    ];
    for (const body of bodies) {
      const { media, session, world } = begin();
      world.answer = () => new Response(body);
      media.load();
      await world.pass(60_000);
      assert.equal(world.posts.length, 1, body);
      assert.equal(session.store.state.sessionId, undefined, body);
    }
  });

  it('reads some kB of an answer, and lets go of the rest', async () => {
    const { media, session, world } = begin();
    let [sent, isCancelled] = [0, false];
    world.answer = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            sent += 16_384;
            controller.enqueue(new Uint8Array(16_384).fill(32));
          },
          cancel: () => {
            isCancelled = true;
          },
        }),
      );
    media.load();
    await world.pass(60_000);
    assert.ok(isCancelled);
    assert.ok(sent <= 128 * 1024, `${String(sent)} bytes`);
    assert.equal(session.store.state.sessionId, undefined);
    assert.equal(world.posts.length, 1, 'it was taken all the same');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { begin, slowCollector, taken } from './begin-session.ts';

describe('Session', () => {
  it('tells a viewing to the collector', async () => {
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
    assert.deepEqual(
      world.posts.map(({ payload }) => payload.session.session_id),
      [undefined, 'ps1', 'ps1', 'ps1'],
    );
    assert.deepEqual(
      { ...session.store.state },
      {
        status: 'open',
        sessionId: 'ps1',
        delivered: 6,
        waiting: 0,
        dropped: 0,
      },
    );
  });

  it('keeps its name for its own collector', async () => {
    const first = begin();
    first.media.load();
    await first.world.pass(0);
    assert.equal(first.session.store.state.sessionId, 'ps1');
    const here = begin({}, first.world);
    const elsewhere = begin({ collector: 'https://other.example/' }, first.world);
    assert.equal(here.session.store.state.sessionId, 'ps1');
    assert.equal(elsewhere.session.store.state.sessionId, undefined);
  });

  it('speaks the first-generation wire', async () => {
    const { media, world } = begin({ metadata: { user: 'u1', plan: 'pro' } });
    media.load();
    await world.pass(0);
    const post = world.post(0);
    assert.equal(post.url, 'https://host.example/collector/vod');
    assert.deepEqual(post.payload.session, {
      video_id: 'viABC',
      loaded_at: '2026-01-01T00:00:00.000Z',
      referrer: 'https://site.example/article',
      metadata: [{ user: 'u1' }, { plan: 'pro' }],
    });
    const [event] = post.payload.events;
    assert.ok(event);
    assert.match(event.id, /^[a-z0-9]{16}-0$/);
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

  it('tells of a live stream at its own address', async () => {
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
      [1, 0, 0],
    );
    media.pause();
    await world.pass(60_000);
    assert.equal(world.posts.length, 5);
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

  it('continues the session of this tab after a reload', async () => {
    const { media, world } = begin();
    media.load();
    await world.pass(0);
    const reloaded = begin({}, world);
    reloaded.media.load();
    await world.pass(0);
    assert.equal(world.post(1).payload.session.session_id, 'ps1');
    const other = begin({ id: 'viOTHER' }, world);
    other.media.load();
    await world.pass(0);
    assert.equal(world.post(2).payload.session.session_id, undefined);
  });

  it('counts what the collector refuses, forgets the session, and says so next time', async () => {
    const { media, session, world } = begin();
    media.load();
    await world.pass(0);
    world.answer = () => new Response('no such session', { status: 404 });
    media.play();
    media.pause();
    await world.pass(0);
    assert.equal(session.store.state.dropped, 2);
    assert.equal(world.memory.size, 0);
    world.answer = () => Response.json({ session: 'ps2' });
    media.finish();
    media.play();
    media.pause();
    await world.pass(0);
    const last = world.post(-1).payload;
    assert.equal(last.session.session_id, undefined);
    assert.equal(last.dropped, 2);
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

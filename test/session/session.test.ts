import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Session, type SessionOptions } from '../../src/session/session.ts';
import { FakeMedia } from './fake-media.ts';
import { FakeWorld } from './fake-world.ts';

function begin(options: Partial<SessionOptions> = {}, world = new FakeWorld()) {
  const media = new FakeMedia();
  const session = new Session({
    media,
    collector: 'https://host.example/collector/',
    kind: 'video',
    id: 'viABC',
    world,
    ...options,
  });
  return { media, session, world };
}

/** A collector that answers when the test says so. */
function slowCollector(world: FakeWorld) {
  const answers: ((response: Response) => void)[] = [];
  world.answer = () => new Promise((resolve) => answers.push(resolve));
  return (response: Response) => answers.shift()?.(response);
}

const taken = () => Response.json({ session: 'ps1' });

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

  it('goes on with the session of this tab after a reload', async () => {
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

  it('drops the oldest in a flood, and counts them', async () => {
    const { media, session, world } = begin();
    world.answer = () => new Response(null, { status: 503 });
    media.load();
    for (let n = 1; n <= 1000; n++) media.seek(n % 2 === 0 ? 10 : 30);
    await world.pass(0);
    assert.equal(session.store.state.waiting, 300);
    assert.equal(session.store.state.dropped, 701);
    world.answer = taken;
    await world.pass(60_000);
    const body = world.post(-1).body;
    assert.equal(world.post(-1).payload.dropped, 701);
    assert.ok(Buffer.byteLength(body) < 60 * 1024, `${String(Buffer.byteLength(body))} bytes`);
    assert.equal(session.store.state.waiting, 0);
  });

  it('bounds the metadata, so that a full outbox still fits in one delivery', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`name${String(n)}`, 'ü'.repeat(100)]),
    );
    const { media, world } = begin({ metadata });
    world.answer = () => new Response(null, { status: 503 });
    media.load();
    for (let n = 1; n <= 400; n++) media.seek(n % 2 === 0 ? 10.123 : 30.123);
    await world.pass(60_000);
    const bytes = Buffer.byteLength(world.post(-1).body);
    assert.ok(bytes < 60 * 1024, `${String(bytes)} bytes`);
  });
});

describe('Session when the page goes', () => {
  it('sends what it has when the page is hidden, with its position when it is left', async () => {
    const { media, world } = begin();
    media.load();
    await world.pass(0);
    media.play();
    media.playTo(4);
    world.hide();
    await world.pass(0);
    assert.deepEqual(world.types, ['ready', 'play']);
    world.leave();
    await world.pass(0);
    assert.deepEqual(world.types, ['ready', 'play', 'pause']);
    assert.equal(world.events[2]?.at, 4);
  });

  it('does not wait for its turn when the page is left', async () => {
    const { media, world } = begin();
    slowCollector(world);
    media.load();
    media.play();
    world.leave();
    await world.pass(0);
    assert.deepEqual(world.types, ['ready', 'play', 'pause']);
  });

  it('does not wait out a backoff when the page is left', async () => {
    const { media, world } = begin();
    world.answer = () => new Response(null, { status: 429, headers: { 'retry-after': '300' } });
    media.load();
    await world.pass(0);
    world.answer = taken;
    world.leave();
    await world.pass(0);
    assert.deepEqual(world.types, ['ready', 'ready']);
  });

  it('sends nothing twice when the page comes back from the back/forward cache', async () => {
    const { media, session, world } = begin();
    media.load();
    await world.pass(0);
    const sent: (() => void)[] = [];
    // The browser delivers, but the frozen page never hears the answer.
    world.answer = () => new Promise((_, reject) => sent.push(() => reject(new TypeError('frozen'))));
    media.play();
    media.playTo(4);
    world.leave();
    await world.pass(0);
    world.comeBack();
    for (const fail of sent) fail();
    world.answer = taken;
    media.playTo(6);
    media.pause();
    await world.pass(60_000);
    assert.deepEqual(world.types, ['ready', 'play', 'pause', 'resume', 'pause']);
    assert.equal(new Set(world.events.map(({ id }) => id)).size, 5);
    assert.equal(session.store.state.delivered, 5);
  });

  it('still repeats what the collector asked for again while the page was away', async () => {
    const { media, world } = begin();
    const answer = slowCollector(world);
    media.load();
    world.leave();
    world.comeBack();
    answer(new Response(null, { status: 503 }));
    await world.pass(60_000);
    assert.deepEqual(world.types, ['ready', 'ready']);
  });

  it('uses a beacon where fetch cannot outlive the page, and does not repeat it', async () => {
    const world = new FakeWorld();
    world.beacon = (url, body) => world.beacons.push({ url, body }) > 0;
    const { media } = begin({}, world);
    media.load();
    await world.pass(0);
    media.play();
    world.leave();
    await world.pass(60_000);
    assert.deepEqual(world.types, ['ready']);
    assert.equal(world.beacons.length, 2);
    assert.equal(world.beacons[0]?.url, 'https://host.example/collector/vod');
    assert.match(world.beacons[1]?.body ?? '', /"session_id":"ps1".*"type":"pause"/);
  });

  it('keeps what a full or broken beacon does not take', async () => {
    for (const beacon of [
      () => false,
      () => {
        throw new Error('no');
      },
    ]) {
      const world = new FakeWorld();
      world.beacon = beacon;
      const { media } = begin({}, world);
      media.load();
      await world.pass(0);
      media.play();
      world.leave();
      world.comeBack();
      await world.pass(60_000);
      assert.deepEqual(world.types.slice(0, 4), ['ready', 'play', 'pause', 'resume']);
    }
  });
});

describe('Session at its end', () => {
  it('pauses, delivers the rest, and hears nothing more', async () => {
    const { media, session, world } = begin();
    media.load();
    media.play();
    media.playTo(3);
    session.close();
    session.close();
    media.pause();
    media.play();
    await world.pass(60_000);
    world.leave();
    world.comeBack();
    await world.pass(60_000);
    assert.deepEqual(world.types, ['ready', 'play', 'pause']);
    assert.equal(session.store.state.status, 'closed');
    assert.equal(world.timers, 0);
  });

  it('ends with its signal', async () => {
    const owner = new AbortController();
    const { media, session, world } = begin({ signal: owner.signal });
    media.load();
    owner.abort();
    media.play();
    await world.pass(0);
    assert.deepEqual(world.types, ['ready']);
    assert.equal(session.store.state.status, 'closed');
  });

  it('never begins with a signal that is aborted', async () => {
    const { media, session, world } = begin({ signal: AbortSignal.abort() });
    media.load();
    await world.pass(60_000);
    assert.equal(world.posts.length, 0);
    assert.equal(session.store.state.status, 'closed');
  });

  it('gives up after some tries when nobody is left to care', async () => {
    const { media, session, world } = begin();
    world.answer = () => new Response(null, { status: 500 });
    media.load();
    session.close();
    await world.pass(3_600_000);
    assert.ok(world.posts.length <= 7, String(world.posts.length));
    assert.equal(session.store.state.status, 'closed');
    assert.equal(session.store.state.dropped, 1);
    assert.equal(world.timers, 0);
  });

  it('never touches playback, whatever the world does', async () => {
    const world = new FakeWorld();
    const { media, session } = begin(
      { collector: 'not an address' },
      Object.assign(world, {
        fetch: () => {
          throw new TypeError('blocked');
        },
      }),
    );
    media.load();
    media.play();
    media.finish();
    await world.pass(60_000);
    assert.equal(session.store.state.waiting, 3);
  });
});

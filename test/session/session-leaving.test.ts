import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { begin, slowCollector, taken } from './support/begin-session.ts';
import { FakeEnvironment } from './support/fake-environment.ts';

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

  describe('whose tab is closed', () => {
    const play = async () => {
      const { media, world } = begin();
      media.load();
      media.play();
      // The store is open by then.
      await world.pass(2_000);
      media.playTo(4);
      world.window.dispatchEvent(new Event('beforeunload'));
      return { media, world };
    };

    it('leaves as the tab is hidden: Firefox may end its scripts before `pagehide`', async () => {
      const { world } = await play();
      world.hide();
      await world.pass(0);
      assert.deepEqual(world.types, ['ready', 'play', 'pause']);
      assert.equal(world.events[2]?.at, 4);
      world.window.dispatchEvent(new Event('pagehide'));
      await world.pass(0);
      assert.equal(world.types.length, 3);
    });

    it('is still there when the viewer stays, and comes back from another tab', async () => {
      const { media, world } = await play();
      world.hide();
      await world.pass(0);
      world.show();
      media.playTo(6);
      media.pause();
      await world.pass(0);
      assert.deepEqual(world.types, ['ready', 'play', 'pause', 'resume', 'pause']);
    });

    it('does not leave when it is hidden later: the viewer stayed, or something was downloaded', async () => {
      const { world } = await play();
      await world.pass(1_000);
      world.hide();
      await world.pass(0);
      assert.deepEqual(world.types, ['ready', 'play']);
    });
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
    const world = new FakeEnvironment();
    world.beacon = (url, body) => world.beacons.push({ url, body }) > 0;
    const { media } = begin({}, world);
    media.load();
    await world.pass(0);
    media.play();
    world.leave();
    await world.pass(60_000);
    assert.deepEqual(world.types, ['ready', 'play']);
    assert.equal(world.beacons.length, 1);
    const [beacon] = world.beacons;
    assert.equal(beacon?.url, 'https://host.example/collector/vod');
    assert.match(beacon.body, /"session_id":"ps1".*"type":"pause"/);
  });

  it('keeps what a full or broken beacon does not take', async () => {
    for (const beacon of [
      () => false,
      () => {
        throw new Error('no');
      },
    ]) {
      const world = new FakeEnvironment();
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

  it('gives up after some attempts when the page is gone', async () => {
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
    const world = new FakeEnvironment();
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

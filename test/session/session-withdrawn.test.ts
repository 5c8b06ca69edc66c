import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { begin, slowCollector, taken } from './support/begin-session.ts';
import { FakeEnvironment } from './support/fake-environment.ts';

/** A session that plays, with all that it has to say taken. */
async function played() {
  const { session, media, world } = begin();
  media.load();
  media.play();
  await world.pass(3_000);
  return { session, media, world };
}

/** All that a page can still do: time passes, the network comes back, the page is left. */
async function live(world: FakeEnvironment): Promise<void> {
  await world.pass(600_000);
  world.window.dispatchEvent(new Event('online'));
  world.leave();
  await world.pass(600_000);
}

describe('a viewing whose visitor withdraws', () => {
  it('says nothing more, not even that it ends, and nothing of it stays stored', async () => {
    const { session, media, world } = await played();
    const before = world.posts.length;
    assert.ok(world.stored.viewings.size > 0);
    session.withdraw();
    media.pause();
    await live(world);
    assert.equal(world.posts.length, before);
    assert.equal(world.stored.viewings.size, 0);
    assert.equal(world.stored.size, 0);
    assert.equal(session.store.state.status, 'closed');
  });

  it('drops what waits for a collector that is away', async () => {
    const { session, media, world } = await played();
    world.answer = () => new Response(null, { status: 503 });
    media.pause();
    media.play();
    await world.pass(1_000);
    assert.ok(world.stored.size > 0);
    session.withdraw();
    const before = world.posts.length;
    await live(world);
    assert.equal(world.posts.length, before);
    assert.equal(world.stored.viewings.size, 0);
    assert.equal(world.stored.size, 0);
  });

  for (const [name, answer] of [
    ['takes', taken],
    ['puts off', () => new Response(null, { status: 503 })],
  ] as const)
    it(`stores nothing again where the collector ${name} what was on its way`, async () => {
      const { session, media, world } = await played();
      const settle = slowCollector(world);
      media.pause();
      await world.pass(0);
      session.withdraw();
      const before = world.posts.length;
      settle(answer());
      await live(world);
      assert.equal(world.posts.length, before);
      assert.equal(world.stored.viewings.size, 0);
      assert.equal(world.stored.size, 0);
    });

  it('takes back what a page that came back had written as it was left', async () => {
    const world = new FakeEnvironment();
    world.stores = false;
    const { session, media } = begin({}, world);
    world.answer = () => new Promise(() => {});
    media.load();
    media.play();
    world.leave();
    await world.pass(0);
    assert.match(world.earlyEvents, /viABC/);
    session.withdraw();
    assert.doesNotMatch(world.earlyEvents, /viABC/);
  });

  it('is deleted also where it had been closed, and waited for its collector', async () => {
    const { session, media, world } = await played();
    world.answer = () => new Response(null, { status: 503 });
    media.pause();
    session.close();
    await world.pass(500);
    session.withdraw();
    const before = world.posts.length;
    await live(world);
    assert.equal(world.posts.length, before);
    assert.equal(world.stored.size, 0);
  });
});

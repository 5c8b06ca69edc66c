import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { observationOf } from '../../src/session/observe/observation.ts';
import type { SessionOptions } from '../../src/session/session-options.ts';
import { collected } from '../support/collect-garbage.ts';
import { mediaInputs } from '../../src/session/observe/fact.ts';
import { FakeMedia } from './support/fake-media.ts';
import { begin, taken } from './support/begin-session.ts';
import { FakeEnvironment } from './support/fake-environment.ts';

describe('what a session keeps', () => {
  it('makes one of many seeks before it drops anything', async () => {
    const { media, session, world } = begin();
    world.answer = () => new Response(null, { status: 503 });
    media.load();
    // The store's code comes after two seconds at the latest.
    await world.pass(2_000);
    for (let n = 1; n <= 1000; n++) media.seek(n % 2 === 0 ? 10 : 30);
    assert.deepEqual([session.store.state.waiting, session.store.state.dropped], [100, 0]);
    world.answer = taken;
    await world.pass(60_000);
    const { payload } = world.post(-1);
    assert.equal(payload.dropped, undefined);
    assert.equal(payload.events.at(-1)?.to, 10);
    assert.equal(session.store.state.waiting, 0);
  });

  it('drops the least valuable events in a flood, and counts them', async () => {
    const { media, session, world } = begin();
    world.answer = () => new Response(null, { status: 503 });
    media.load();
    // The store's code comes after two seconds at the latest.
    await world.pass(2_000);
    for (let n = 1; n <= 500; n++) {
      media.play();
      media.pause();
    }
    await world.pass(0);
    assert.equal(session.store.state.waiting, 300);
    assert.equal(session.store.state.dropped, 701);
    world.answer = taken;
    await world.pass(60_000);
    const { body, payload } = world.post(-1);
    assert.equal(payload.dropped, 701);
    assert.deepEqual(
      payload.events.slice(0, 2).map(({ type }) => type),
      ['ready', 'play'],
    );
    assert.ok(Buffer.byteLength(body) < 60 * 1024, `${String(Buffer.byteLength(body))} bytes`);
    assert.equal(session.store.state.waiting, 0);
  });

  for (const [what, more] of [
    ['that is larger than a whole delivery', 'x'.repeat(70_000)],
    ['that is no JSON', 1n],
  ] as const) {
    it(`leaves out an event ${what} since the page has changed it, and counts it`, async () => {
      const { media, world } = begin({
        review: (fact) => (fact.type === 'play' ? Object.assign({}, fact, { more }) : fact),
      });
      media.load();
      media.play();
      media.pause();
      await world.pass(2_000);
      const { length } = world.posts;
      await world.pass(5_000);
      assert.equal(world.posts.length, length, 'it delivers nothing again and again');
      assert.deepEqual(world.types, ['ready', 'pause']);
      assert.equal(
        world.posts.reduce((sum, { payload }) => sum + (payload.dropped ?? 0), 0),
        1,
      );
    });
  }

  it('holds no event that is delivered, where the browser stores nothing', async () => {
    const world = new FakeEnvironment();
    world.stores = false;
    let reported: WeakRef<object> | undefined;
    const review: SessionOptions['review'] = (fact) => {
      if (fact.type !== 'play') return fact;
      // The event that the queue makes of it holds this, too.
      const more = { of: 'the page' };
      reported = new WeakRef(more);
      return Object.assign({}, fact, { more });
    };
    const { media, session } = begin({ review }, world);
    media.load();
    media.play();
    media.pause();
    await world.pass(3_000);
    world.posts.length = 0;
    assert.ok(reported);
    await collected(reported);
    assert.equal(session.store.state.waiting, 0);
  });

  it('bounds the metadata, so that a full outbox still fits in one delivery', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`name${String(n)}`, 'ü'.repeat(100)]),
    );
    const { media, world } = begin({ metadata });
    world.answer = () => new Response(null, { status: 503 });
    media.load();
    await world.pass(2_000);
    for (let n = 1; n <= 400; n++) media.seek(n % 2 === 0 ? 10.123 : 30.123);
    await world.pass(60_000);
    const bytes = Buffer.byteLength(world.post(-1).body);
    assert.ok(bytes < 60 * 1024, `${String(bytes)} bytes`);
  });

  it('is no listener more after a hundred viewings of the same media', async () => {
    const world = new FakeEnvironment();
    const media = new FakeMedia();
    const heard = () => {
      const types = [...mediaInputs, 'ratechange', 'volumechange', 'pagehide', 'pageshow', 'online'];
      return [media, world.window, world.document].flatMap((target) =>
        [...types, 'beforeunload', 'visibilitychange'].map((type) => getEventListeners(target, type).length),
      );
    };
    const watch = async () => {
      const { session } = begin({ media, observation: observationOf() }, world);
      media.load();
      media.play();
      const during = heard();
      await world.pass(3_000);
      media.pause();
      session.close();
      await world.pass(3_000);
      return during;
    };
    await watch();
    const after = heard();
    let during: number[] = [];
    for (let viewing = 1; viewing <= 100; viewing++) during = await watch();
    assert.deepEqual(heard(), after);
    assert.ok(during.some((count, index) => count > Number(after[index])));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
// Loaded before: imports that a fake world does not wait for.
import '../../src/session/formats/cmcd-format.ts';
import '../../src/session/formats/other-formats.ts';
import { STORED_VERSION, type StoredViewing } from '../../src/session/ports/event-store.ts';
import { OLDER_BROWSER } from '../support/versions/older-browser.ts';
import { begin } from './support/begin-session.ts';
import { FakeCollector } from './support/fake-collector.ts';
import { FakeEnvironment } from './support/fake-environment.ts';
import { FakeEventStore } from './support/fake-event-store.ts';

const DAY_MS = 86_400_000;
const NEWER = STORED_VERSION + 1;

/** What all collectors of a world were told of lost events. */
const lost = (world: FakeEnvironment): number =>
  world.posts.reduce((sum, { payload }) => sum + (payload.dropped ?? 0), 0);

/** A visit some time after the earlier version stored its events, and what its collector has after it. */
async function visit(store: (world: FakeEnvironment) => Promise<void>) {
  const { viewing, events } = OLDER_BROWSER;
  const world = new FakeEnvironment({ now: viewing.viewing.begunAt + DAY_MS });
  const collector = new FakeCollector();
  collector.attach(world);
  await world.stored.put(viewing, events);
  await store(world);
  const { media } = begin({ id: 'viLATER' }, world);
  await world.pass(120_000);
  return { collector, media, world };
}

describe('events that an earlier version stored', () => {
  it('are delivered by this one, once', async () => {
    const { collector, world } = await visit(() => Promise.resolve());
    assert.deepEqual(collector.story('viABC'), [['seek.forward', 'seek.forward', 'seek.backward', 'pause']]);
    const later = new FakeEnvironment({ stored: world.stored, now: world.now() });
    const posts = later.posts.length;
    begin({ id: 'viLATER' }, later);
    await later.pass(120_000);
    assert.equal(later.posts.filter(({ body }) => body.includes('viABC')).length, posts);
  });

  it('are delivered by this one also from the lines of a page that was left', async () => {
    const { viewing, events } = OLDER_BROWSER;
    const { collector, world } = await visit((world) => {
      world.stored.viewings.clear();
      const pressed = {
        ...{ collector: viewing.collector, kind: 'video', mediaId: 'viPRESSED' },
        press: { elapsed: 50, isViewer: true, shownAt: 70, storedAs: 0.5 },
        ...{ timeOrigin: viewing.viewing.begunAt, left: 150, formats: null, sampleRate: null },
      };
      world.earlyEvents = [
        '',
        JSON.stringify([{ ...viewing, sessionId: undefined }, events]),
        JSON.stringify(pressed),
      ].join('\n');
      return Promise.resolve();
    });
    assert.deepEqual(collector.story('viABC'), [['seek.forward', 'seek.forward', 'seek.backward', 'pause']]);
    assert.deepEqual(collector.story('viPRESSED'), [[]]);
    assert.equal(lost(world), 0);
    assert.equal(world.earlyEvents.trim(), '');
  });

  it('count as lost, once, where nobody can read them', async () => {
    const { key } = OLDER_BROWSER.viewing;
    const { media, world } = await visit((world) => {
      world.stored.viewings.clear();
      world.earlyEvents = '\n{"press":"long"}\n[1]';
      const unreadable: unknown = { key, viewing: 'torn' };
      return world.stored.put(unreadable as StoredViewing, OLDER_BROWSER.events);
    });
    media.load();
    await world.pass(3_000);
    assert.equal(lost(world), OLDER_BROWSER.events.length + 2);
    assert.ok(!world.stored.viewings.has(key));
    const next = new FakeEnvironment({ stored: world.stored, now: world.now() });
    new FakeCollector().attach(next);
    next.earlyEvents = world.earlyEvents;
    const later = begin({ id: 'viLATER' }, next);
    later.media.load();
    await next.pass(120_000);
    assert.equal(lost(next), 0);
  });

  it('stay for a newer version where that has written the line', async () => {
    const line = JSON.stringify({ version: NEWER, of: 'tomorrow' });
    const { world } = await visit((world) => {
      world.earlyEvents = `\n${line}`;
      return Promise.resolve();
    });
    assert.equal(world.earlyEvents, `\n${line}`);
    assert.equal(lost(world), 0);
  });

  for (const [what, value] of [
    ['has no viewing', { key: '0' }],
    ['is of a kind that a newer version has', { ...OLDER_BROWSER.viewing, key: '1', format: 'vh-events/9' }],
    ['is no record', 'x'],
  ] as const) {
    it(`are delivered also beside a record that ${what}`, async () => {
      const { collector } = await visit((world) => {
        world.stored.viewings.clear();
        // Read first.
        const record: unknown = value;
        world.stored.viewings.set('0', record as StoredViewing);
        return world.stored.put(OLDER_BROWSER.viewing, OLDER_BROWSER.events);
      });
      assert.deepEqual(collector.story('viABC'), [
        ['seek.forward', 'seek.forward', 'seek.backward', 'pause'],
      ]);
    });
  }

  it('are delivered also beside a viewing of which nothing is left to say', async () => {
    const { viewing } = OLDER_BROWSER.viewing;
    const { collector, world } = await visit((world) => {
      world.stored.viewings.clear();
      const asked = { ...viewing, begunBy: 'intent' } as const;
      world.stored.viewings.set('0', {
        ...OLDER_BROWSER.viewing,
        ...{ key: '0', format: 'cmcd', sessionId: undefined, viewing: asked },
      });
      return world.stored.put(OLDER_BROWSER.viewing, OLDER_BROWSER.events);
    });
    assert.deepEqual(collector.story('viABC'), [['seek.forward', 'seek.forward', 'seek.backward', 'pause']]);
    assert.ok(!world.stored.viewings.has('0'));
  });

  for (const [what, broken] of [
    ['has no time', { seq: 4, type: 'pause', at: 1 }],
    ['has a time that there is not', { seq: 4, type: 'pause', at: 1, emittedAt: 9e15 }],
    ['is no event', { seq: 4 }],
  ] as const) {
    it(`are delivered also beside one that ${what}, which counts as lost`, async () => {
      const [first, , ...others] = OLDER_BROWSER.events;
      const unreadable: unknown = broken;
      const { collector, world } = await visit((world) => {
        world.stored.viewings.clear();
        const events = [first, unreadable, ...others] as typeof OLDER_BROWSER.events;
        return world.stored.put({ ...OLDER_BROWSER.viewing, dropped: 0 }, events);
      });
      assert.deepEqual(collector.story('viABC'), [['seek.forward', 'seek.backward', 'pause']]);
      const post = world.posts.find(({ payload }) => payload.session.video_id === 'viABC');
      assert.equal(post?.payload.dropped, 1);
      assert.equal(world.stored.size, 0);
    });
  }

  for (const [what, record] of [
    // Its time is in the id of the viewing, with which each key begins.
    ['is of a newer version', { key: OLDER_BROWSER.viewing.key, version: NEWER, viewing: 'packed' }],
    ['is of a newer version and says nothing of its age', { key: 'other', version: NEWER, more: true }],
  ] as const) {
    it(`go seven days later also where a record ${what}`, async () => {
      const { begunAt } = OLDER_BROWSER.viewing.viewing;
      const stored = new FakeEventStore();
      const unreadable: unknown = record;
      await stored.put(unreadable as StoredViewing, OLDER_BROWSER.events);
      const days: number[] = [];
      for (const day of [0, 1, 6, 8]) {
        const world = new FakeEnvironment({ stored, now: begunAt + day * DAY_MS });
        new FakeCollector().attach(world);
        const { session } = begin({ id: 'viLATER' }, world);
        await world.pass(10_000);
        session.close();
        await world.pass(1_000);
        if (stored.size > 0) days.push(day);
      }
      assert.deepEqual(days, [0, 1, 6]);
      assert.deepEqual([...stored.viewings.keys()], []);
    });
  }
});

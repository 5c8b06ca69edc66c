import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { targetsOf } from '../../src/elements/player/session/other-reports.ts';
import { v1Format } from '../../src/session/formats/v1-format.ts';
import { PageOutbox } from '../../src/session/outbox/page-outbox.ts';
import { loadPast } from '../../src/session/parts.ts';
import type { EventFormat } from '../../src/session/ports/event-format.ts';
import { STORED_VERSION } from '../../src/session/ports/event-store.ts';
import type { StoredPress } from '../../src/session/stored/press.ts';
import { idOfPress } from '../../src/session/stored/read-stored.ts';
import { begin, beginCollected } from './support/begin-session.ts';
import { FakeCollector } from './support/fake-collector.ts';
import { FakeEnvironment } from './support/fake-environment.ts';

/** A visit that is over at once: nothing that the page does afterwards happens. */
function crash(world: FakeEnvironment): void {
  world.crashed = true;
}

/** A later visit with the same browser: another player, which no viewer touches. */
async function visitLater(
  world: FakeEnvironment,
  collector: FakeCollector,
  options: { subject?: string; ms?: number } = {},
) {
  const { subject, ms = 120_000 } = options;
  const next = new FakeEnvironment({ stored: world.stored, now: world.now() + 1_000 });
  collector.attach(next);
  next.earlyEvents = world.earlyEvents;
  const { session } = begin({ id: 'viLATER', subject }, next);
  await next.pass(ms);
  return { next, session };
}

function leftPress(mediaId: string, now: number, key = 0.5): StoredPress {
  const collector = 'https://host.example/collector/';
  const page = { collector, formats: null, sampleRate: null };
  const press = { key, by: 'viewer', pressedAt: now + 50, leftAt: now + 150 } as const;
  return { version: STORED_VERSION, ...press, ...page, kind: 'video', mediaId };
}

/** A press on a player that was left before the code of sessions was there, and a later visit. */
async function pressed(key: number, rate: string | null = null) {
  const collector = new FakeCollector();
  const world = collector.attach(new FakeEnvironment());
  world.leavePress({ ...leftPress('viPRESSED', world.now(), key), sampleRate: rate });
  crash(world);
  const { next } = await visitLater(world, collector);
  return { world, next, collector };
}

/** Four players with 282 events each that the collector has not taken; it takes the next ones. */
async function fillOutboxes({ stores }: { stores: boolean }) {
  const collector = new FakeCollector();
  const world = collector.attach(new FakeEnvironment());
  world.stores = stores;
  const players = [1, 2, 3, 4].map((n) => begin({ id: `vi${String(n)}` }, world));
  await world.pass(3_000);
  world.answer = () => new Response(null, { status: 503 });
  for (const { media } of players) {
    media.load();
    media.play();
    for (let n = 0; n < 140; n++) {
      media.pause();
      media.play();
    }
  }
  await world.pass(0);
  world.answer = collector.answer;
  return { collector, world, players };
}

describe('events of a page that is gone', () => {
  it('are delivered by the next visit after a crash, once and in order', async () => {
    const { media, world, collector } = beginCollected();
    media.load();
    media.play();
    await world.pass(3_000);
    world.answer = () => new Promise(() => {});
    for (const position of [20, 40, 10]) media.seek(position);
    media.pause();
    await world.pass(0);
    crash(world);
    await visitLater(world, collector);
    assert.deepEqual(collector.story('viABC'), [
      ['ready', 'play', 'seek.forward', 'seek.forward', 'seek.backward', 'pause'],
    ]);
    assert.equal(world.stored.size, 0);
  });

  it('are delivered for a visitor who returns to the same page, after another one', async () => {
    const { session, media, world, collector } = beginCollected({ subject: 'anna' });
    media.load();
    media.play();
    await world.pass(3_000);
    world.answer = () => {
      throw new TypeError('offline');
    };
    media.pause();
    session.close();
    await world.pass(3_600_000);
    world.answer = collector.answer;
    begin({ id: 'viBEN', subject: 'ben' }, world);
    await world.pass(120_000);
    assert.deepEqual(collector.story('viABC'), [['ready', 'play']]);
    begin({ id: 'viBACK', subject: 'anna' }, world);
    await world.pass(120_000);
    assert.deepEqual(collector.story('viABC'), [['ready', 'play', 'pause']]);
    assert.equal(world.stored.size, 0);
  });

  it('are delivered by the next visit after a visit without a network that ended before the store was open', async () => {
    const collector = new FakeCollector();
    const world = collector.attach(new FakeEnvironment());
    world.stores = false;
    const { media } = begin({}, world);
    world.answer = () => {
      throw new TypeError('offline');
    };
    media.load();
    media.play();
    media.pause();
    world.leave();
    await world.pass(0);
    crash(world);
    await visitLater(world, collector);
    assert.deepEqual(collector.story('viABC'), [['ready', 'play', 'pause']]);
    assert.equal(world.stored.size, 0);
  });

  it('are delivered by the next visit where the browser dropped the last writes of a page that went', async () => {
    const { media, world, collector } = beginCollected();
    world.answer = () => {
      throw new TypeError('offline');
    };
    media.load();
    media.play();
    await world.pass(3_000);
    world.stored.dropsWrites = true;
    world.leave();
    await world.pass(0);
    crash(world);
    world.stored.dropsWrites = false;
    await visitLater(world, collector);
    assert.deepEqual(collector.story('viABC'), [['ready', 'play', 'pause']]);
    assert.equal(world.stored.size, 0);
  });

  it('are found by the next visit where the store was empty when their viewing began', async () => {
    const collector = new FakeCollector();
    const world = collector.attach(new FakeEnvironment());
    world.earlyEvents = '\n';
    await PageOutbox.of(world, loadPast).open(undefined);
    assert.equal(world.earlyEvents, '');
    const { media } = begin({}, world);
    media.load();
    await world.pass(3_000);
    world.answer = () => new Promise(() => {});
    media.play();
    await world.pass(0);
    crash(world);
    assert.notEqual(world.earlyEvents, '', 'a visit without this opens no store');
    await visitLater(world, collector);
    assert.deepEqual(collector.story('viABC'), [['ready', 'play']]);
  });

  it('are kept where the page goes while it reads what earlier pages have left', async () => {
    const collector = new FakeCollector();
    const world = collector.attach(new FakeEnvironment());
    const { media } = begin({}, world);
    const { list } = world.stored;
    let answer = () => {};
    world.stored.list = async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return list();
    };
    await world.pass(3_000);
    world.answer = () => {
      throw new TypeError('offline');
    };
    // Two answers: what is stored, and what is left of it.
    answer();
    await world.pass(0);
    world.stored.dropsWrites = true;
    media.load();
    media.play();
    world.leave();
    answer();
    await world.pass(0);
    crash(world);
    world.stored.dropsWrites = false;
    world.stored.list = list;
    await visitLater(world, collector);
    assert.deepEqual(collector.story('viABC'), [['ready', 'play', 'pause']]);
  });

  it('are left to the page itself when it comes back out of the cache', async () => {
    const world = new FakeEnvironment();
    world.stores = false;
    const { media } = begin({}, world);
    world.answer = () => new Promise(() => {});
    media.load();
    world.leave();
    await world.pass(5_000);
    assert.match(world.earlyEvents, /viABC/);
    world.comeBack();
    assert.doesNotMatch(world.earlyEvents, /viABC/);
  });

  it('are delivered by the next visit after the network was away', async () => {
    const { media, world, collector } = beginCollected();
    world.answer = () => {
      throw new TypeError('offline');
    };
    media.load();
    media.play();
    await world.pass(3_000);
    media.pause();
    world.leave();
    await world.pass(0);
    crash(world);
    await visitLater(world, collector);
    assert.deepEqual(collector.story('viABC'), [['ready', 'play', 'pause']]);
  });

  it('make one session when the answer to the first delivery is lost', async () => {
    const { media, world, collector } = beginCollected();
    collector.losesAnswers = 1;
    media.load();
    media.play();
    await world.pass(60_000);
    media.pause();
    await world.pass(60_000);
    assert.deepEqual(collector.story('viABC'), [['ready', 'play', 'pause']]);
  });

  for (const delay of [300, 1_500]) {
    it(`make one session of a visit that is shorter than an answer of ${String(delay)} ms`, async () => {
      const collector = new FakeCollector({ delay });
      const stored = new FakeEnvironment().stored;
      let last: FakeEnvironment | undefined;
      for (let visit = 0; visit < 8; visit++) {
        const { media, world } = begin(
          { id: `vi${String(visit)}` },
          collector.attach(new FakeEnvironment({ stored, now: last ? last.now() + 1_000 : undefined })),
        );
        last = world;
        media.load();
        media.play();
        await world.pass(100);
        world.leave();
        // The browser delivers what it was given.
        await world.pass(0);
        crash(world);
      }
      assert.ok(last);
      await visitLater(last, collector, { ms: 600_000 });
      for (let visit = 0; visit < 8; visit++) {
        assert.deepEqual(collector.story(`vi${String(visit)}`), [['ready', 'play', 'pause']], String(visit));
      }
    });
  }

  it('go to a collector that names sessions itself once it is known by name', async () => {
    const collector = new FakeCollector({ keepsOnce: false, delay: 300 });
    const { media, world } = begin({}, collector.attach(new FakeEnvironment()));
    media.load();
    await world.pass(3_000);
    media.play();
    await world.pass(10);
    world.leave();
    await world.pass(1_000);
    assert.deepEqual(collector.story('viABC'), [['ready', 'play', 'pause']]);
    crash(world);
    await visitLater(world, collector);
    assert.deepEqual(collector.story('viABC'), [['ready', 'play', 'pause']]);
  });

  it('are sent again to a collector that keeps each once, whatever another format gets at its address', async () => {
    const world = new FakeEnvironment();
    const keeps = () => Response.json({ session: 'ps1', keeps_once: true });
    world.answer = keeps;
    const other: EventFormat = {
      ...v1Format,
      name: 'vh',
      address: () => 'https://host.example/collector/other',
      read: () => ({ keepsOnce: false }),
    };
    const { media } = begin(
      { targets: [{ collector: 'https://host.example/collector/', format: other }] },
      world,
    );
    media.load();
    await world.pass(3_000);
    // The browser may have delivered it, but the frozen page never hears the answer.
    world.answer = () => Promise.reject(new TypeError('frozen'));
    media.play();
    world.leave();
    await world.pass(0);
    world.comeBack();
    world.answer = keeps;
    world.posts.length = 0;
    await world.pass(120_000);
    const again = world.posts.filter(({ payload }) => payload.events.some(({ type }) => type === 'play'));
    assert.deepEqual(
      again.map(({ url }) => url),
      ['https://host.example/collector/vod'],
    );
  });

  it('wait for the visitor whose viewing it was', async () => {
    const { media, world, collector } = beginCollected({ subject: 'ann' });
    world.answer = () => new Promise(() => {});
    media.load();
    await world.pass(3_000);
    crash(world);
    world.answer = collector.answer;
    const { next } = await visitLater(world, collector, { subject: 'bob' });
    assert.deepEqual(collector.story('viABC'), []);
    await visitLater(next, collector, { subject: 'ann' });
    assert.deepEqual(collector.story('viABC'), [['ready']]);
  });

  it('of every visitor whom a page has a player for are delivered', async () => {
    const collector = new FakeCollector();
    const world = collector.attach(new FakeEnvironment());
    world.answer = () => new Promise(() => {});
    for (const subject of ['ann', 'bob', 'cem']) begin({ id: `vi-${subject}`, subject }, world).media.load();
    await world.pass(3_000);
    crash(world);
    const next = new FakeEnvironment({ stored: world.stored, now: world.now() + 1_000 });
    collector.attach(next);
    for (const subject of ['ann', 'bob']) begin({ id: 'viLATER', subject }, next);
    await next.pass(120_000);
    const delivered = ['ann', 'bob', 'cem'].map((subject) => collector.story(`vi-${subject}`));
    assert.deepEqual(delivered, [[['ready']], [['ready']], []]);
  });

  it('of a press are deleted after seven days, also where its visitor never comes back', async () => {
    const collector = new FakeCollector();
    const world = collector.attach(new FakeEnvironment());
    world.leavePress({ ...leftPress('viPRESSED', world.now()), subject: 'ann' });
    crash(world);
    const kept: number[] = [];
    for (const day of [1, 6, 8]) {
      const next = new FakeEnvironment({ stored: world.stored, now: world.now() + day * 86_400_000 });
      collector.attach(next);
      next.earlyEvents = world.earlyEvents;
      begin({ id: 'viLATER', subject: 'bob' }, next);
      await next.pass(20_000);
      if (next.earlyEvents.includes('viPRESSED')) kept.push(day);
    }
    assert.deepEqual(kept, [1, 6]);
    assert.deepEqual(collector.story('viPRESSED'), []);
  });

  it("reach their collectors beside a page's own transport that never answers", async () => {
    const world = new FakeEnvironment();
    const silent = () => new Promise<boolean>(() => {});
    const collector = new FakeCollector();
    collector.attach(world);
    world.answer = () => new Promise(() => {});
    const load = () => Promise.resolve([v1Format]);
    const own = { collector: 'own', format: 'v1', transport: silent } as const;
    const [target] = await targetsOf([own], load);
    assert.ok(target);
    // Read in the order of their viewings.
    const targets = [target];
    const left = begin({ collector: undefined, targets, id: 'viOWN' }, world);
    const other = begin({}, world);
    left.media.load();
    other.media.load();
    await world.pass(3_000);
    crash(world);
    let holders = 0;
    const next = new FakeEnvironment({ stored: world.stored, now: world.now() + 60_000 });
    collector.attach(next);
    Object.assign(next, {
      exclusively: async (_name: string, work: () => Promise<void>) => {
        holders++;
        await work();
        holders--;
      },
    });
    begin({ collector: undefined, targets, id: 'viLATER' }, next);
    await next.pass(5_000);
    assert.deepEqual(collector.story('viABC'), [['ready']]);
    assert.equal(holders, 1);
    await next.pass(300_000);
    assert.equal(holders, 0, 'the lock is given back');
    assert.ok(
      [...next.stored.viewings.keys()].some((key) => key.endsWith(' own')),
      'what it has not taken stays stored',
    );
  });

  it('of a press wait for the visitor whose press it was', async () => {
    const collector = new FakeCollector();
    const world = collector.attach(new FakeEnvironment());
    const left = (id: string) => leftPress(id, world.now());
    world.leavePress({ ...left('viANN'), subject: 'ann' });
    world.leavePress(left('viNOBODY'));
    crash(world);
    const { next } = await visitLater(world, collector, { subject: 'bob' });
    assert.deepEqual([collector.story('viANN'), collector.story('viNOBODY')], [[], []]);
    await visitLater(next, collector, { subject: 'ann' });
    assert.deepEqual([collector.story('viANN'), collector.story('viNOBODY')], [[[]], []]);
  });

  it('are forgotten after a week', async () => {
    const { media, world, collector } = beginCollected();
    world.answer = () => new Promise(() => {});
    media.load();
    await world.pass(3_000);
    crash(world);
    await world.pass(8 * 24 * 3_600_000);
    await visitLater(world, collector);
    assert.deepEqual(collector.story('viABC'), []);
    const kept = [...world.stored.viewings.values()].map(({ viewing }) => viewing.mediaId);
    assert.ok(!kept.includes('viABC'), String(kept));
  });

  it('are counted as dropped where the browser stores nothing and the page cannot send them all', async () => {
    const { collector, world, players } = await fillOutboxes({ stores: false });
    const waiting = players.map(({ session }) => session.store.state.waiting);
    assert.deepEqual(waiting, [282, 282, 282, 282]);
    const before = world.posts.length;
    world.leave();
    await world.pass(0);
    const bytes = world.posts.slice(before).reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    assert.ok(bytes <= 60 * 1024, `${String(bytes)} bytes`);
    for (const [index] of players.entries()) {
      const [story = []] = collector.story(`vi${String(index + 1)}`);
      const posts = world.posts
        .slice(before)
        .filter(({ payload }) => payload.session.video_id === `vi${String(index + 1)}`);
      const dropped = posts.reduce((sum, { payload }) => sum + (payload.dropped ?? 0), 0);
      assert.equal(story.length + dropped, 283);
    }
  });

  it('of four players leaving with full outboxes are all there after the next visit', async () => {
    const { collector, world, players } = await fillOutboxes({ stores: true });
    world.leave();
    await world.pass(0);
    crash(world);
    await visitLater(world, collector);
    for (const [index] of players.entries()) {
      const sessions = collector.story(`vi${String(index + 1)}`);
      assert.deepEqual(
        sessions.map(({ length }) => length),
        [283],
      );
    }
  });

  it('report a press without a playback', async () => {
    const { collector } = await pressed(0.5);
    assert.deepEqual(collector.story('viPRESSED'), [[]]);
  });

  it('report as many presses as the page said with sample-rate', async () => {
    // Its id ends with the last digits of the key of the press: 0, and half of all that there are.
    const first = 0.5;
    const middle = 0.5 + 2 ** -21;
    const stories: string[][][] = [];
    for (const [key, rate] of [
      [first, '0.1'],
      [middle, '0.1'],
      [middle, '0.6'],
      [first, '0'],
      [middle, '1'],
      [middle, 'x'],
    ] as const) {
      const { collector, next } = await pressed(key, rate);
      stories.push(collector.story('viPRESSED'));
      assert.equal(next.earlyEvents.trim(), '');
    }
    assert.deepEqual(stories, [[[]], [], [[]], [], [[]], [[]]]);
  });

  it('give a press the id that its own page gives it', async () => {
    const { world, next } = await pressed(0.7);
    const id = idOfPress(leftPress('viPRESSED', world.now(), 0.7));
    assert.equal(
      next.posts.find(({ payload }) => payload.session.video_id === 'viPRESSED')?.payload.session.viewing_id,
      id,
    );
  });

  it('report a press whose media never came', async () => {
    const { world, collector } = beginCollected({ intent: { by: 'viewer', elapsed: 0 } });
    await world.pass(1_000);
    world.leave();
    await world.pass(0);
    assert.deepEqual(collector.story('viABC'), [[]]);
  });
});

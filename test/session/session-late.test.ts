import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { vhFormat } from '../../src/session/formats/vh-format.ts';
import { earlyPlay } from '../../src/session/observe/early-play.ts';
import { observationOf } from '../../src/session/observe/observation.ts';
import type { ViewingTotals } from '../../src/session/ports/viewing.ts';
import type { SessionOptions } from '../../src/session/session-options.ts';
import { begin } from './support/begin-session.ts';
import { FakeEnvironment } from './support/fake-environment.ts';
import { FakeMedia } from './support/fake-media.ts';

interface Body {
  events: ({ seq: number; type: string; emittedAt: string } & Record<string, unknown>)[];
  totals: ViewingTotals;
}

/** Media that have played one part, or two with a seek between them: the first part, then the second. */
class PlayedMedia extends FakeMedia {
  readonly played: TimeRanges;

  constructor(from: number, to: number, second?: readonly [from: number, to: number]) {
    super();
    const parts = (second ? [[from, to] as const, second] : [[from, to] as const]).sort(
      ([one], [other]) => one - other,
    );
    this.played = {
      length: parts.length,
      start: (at) => parts[at]?.[0] ?? NaN,
      end: (at) => parts[at]?.[1] ?? NaN,
    };
    Object.assign(this, { readyState: 4, paused: false, currentTime: second?.[1] ?? to });
  }
}

/** A session whose code comes when the page is 5 s old; the film was asked for after 2 s. */
async function arrivesLate(
  media: FakeMedia,
  press: SessionOptions['intent'] | 'autoplay' = { by: 'viewer', elapsed: 2_000 },
) {
  const intent = press === 'autoplay' ? undefined : press;
  const world = new FakeEnvironment();
  await world.pass(5_000 - world.elapsed());
  const opened = Date.parse(new Date(world.now() - world.elapsed()).toISOString());
  const { session } = begin(
    {
      media,
      intent,
      early: earlyPlay(media, world.elapsed(), intent),
      collector: undefined,
      targets: [{ collector: 'https://own.example', format: vhFormat }],
      observation: observationOf(),
    },
    world,
  );
  return {
    world,
    read: async () => {
      session.close();
      await world.pass(100);
      const bodies = world.posts.map(({ body }) => JSON.parse(body) as Body);
      const events = bodies.flatMap((body) => body.events).sort((a, b) => a.seq - b.seq);
      const lines = events.map(({ type, at, emittedAt }) =>
        [type, at, Date.parse(emittedAt) - opened].join(' '),
      );
      return { lines, events, totals: bodies.at(-1)?.totals };
    },
  };
}

describe('Session code that comes after the first frame', () => {
  it('dates the start back to when the media began, by what they played since', async () => {
    const { lines, totals, events } = await (await arrivesLate(new PlayedMedia(0, 0.6))).read();
    assert.deepEqual(lines, [
      ...['intent 0 2000', 'ready 0 4400', 'play 0 4400', 'first-frame 0 4400'],
      ...['pause 0.6 5000', 'leave 0.6 5000'],
    ]);
    assert.equal(events.find(({ type }) => type === 'first-frame')?.['startup'], 2_400);
    assert.equal(totals?.videoStartup, 2_400);
    assert.equal(totals.playerStartup, undefined, 'nothing says when it was ready');
    assert.equal(totals.watchTime, 600);
    assert.deepEqual(totals.watched, [[0, 0.6]]);
  });

  it('believes the picture rather, which comes before the film moves', async () => {
    const intent = { by: 'viewer', elapsed: 2_000, shownAt: 4_150 } as const;
    const { totals } = await (await arrivesLate(new PlayedMedia(7, 7.6), intent)).read();
    assert.equal(totals?.videoStartup, 2_150);
    assert.equal(Math.round(totals.watchTime / 10), 60);
    assert.deepEqual(totals.watched, [[7, 7.6]]);
    assert.equal(totals.rebufferCount, 0, 'a start is no rebuffering');
  });

  it('continues from there', async () => {
    const media = new PlayedMedia(0, 0.6);
    const { world, read } = await arrivesLate(media);
    for (let passed = 10; passed <= 1_000; passed += 10) {
      await world.pass(10);
      media.currentTime = 0.6 + passed / 1_000;
    }
    media.pause();
    const { totals } = await read();
    assert.ok(Math.abs((totals?.watchTime ?? NaN) - 1_600) <= 50, String(totals?.watchTime));
    assert.equal(totals?.rebufferCount, 0);
  });

  it('reports a play that is over already', async () => {
    const media = new PlayedMedia(0, 0.6);
    media.paused = true;
    const { lines } = await (await arrivesLate(media)).read();
    assert.deepEqual(lines.slice(2), [
      ...['play 0 4400', 'first-frame 0 4400', 'pause 0.6 5000', 'leave 0.6 5000'],
    ]);
  });

  it('reports a film that is over already', async () => {
    const media = new PlayedMedia(0, 60);
    Object.assign(media, { paused: true, ended: true });
    const { lines } = await (await arrivesLate(media)).read();
    assert.match(lines.at(-2) ?? '', /^end 60 /);
  });

  it('reports the seek that is under way, from where the film had come', async () => {
    const media = new PlayedMedia(0, 0.6);
    Object.assign(media, { seeking: true, currentTime: 20 });
    const { read } = await arrivesLate(media);
    media.finishSeek();
    const { events, totals } = await read();
    const seek = events.find(({ type }) => type === 'seek.forward');
    assert.deepEqual([seek?.['from'], seek?.['to']], [0.6, 20]);
    assert.deepEqual(totals?.watched, [[0, 0.6]]);
  });

  for (const [way, first, second] of [
    ['forward', [0, 0.6], [20, 20.4]],
    ['backward', [20, 20.6], [3, 3.4]],
  ] as const) {
    it(`reports a seek ${way} that is over, and both parts`, async () => {
      const media = new PlayedMedia(first[0], first[1], second);
      const { world, read } = await arrivesLate(media);
      for (let passed = 10; passed <= 1_000; passed += 10) {
        await world.pass(10);
        media.currentTime = second[1] + passed / 1_000;
      }
      media.pause();
      const { lines, events, totals } = await read();
      assert.deepEqual(lines.slice(0, 4), [
        `intent ${String(first[0])} 2000`,
        ...['ready', 'play', 'first-frame'].map((type) => `${type} ${String(first[0])} 4000`),
      ]);
      const seeks = events.filter(({ type }) => type.startsWith('seek'));
      assert.deepEqual(
        seeks.map(({ type, from, to }) => [type, from, to]),
        [[`seek.${way}`, first[1], second[0]]],
      );
      assert.equal(totals?.seekCount, 1);
      assert.ok(Math.abs(totals.watchTime - 2_000) <= 50, String(totals.watchTime));
      assert.equal(totals.rebufferCount, 0);
      const parts = [first, [second[0], second[1] + 1]].sort(([one = 0], [other = 0]) => one - other);
      assert.deepEqual(totals.watched, parts);
    });
  }

  it('takes media that began unasked for autoplay, with the intent at their start', async () => {
    const media = new PlayedMedia(0, 0.6);
    const world = new FakeEnvironment();
    await world.pass(5_000 - world.elapsed());
    const { session } = begin({ media, early: earlyPlay(media, world.elapsed()) }, world);
    session.close();
    await world.pass(100);
    const events = world.posts.flatMap(({ payload }) => payload.events);
    assert.deepEqual(
      events.map(({ type, emitted_at }) => [type, Date.parse(emitted_at) - world.now() + world.elapsed()]),
      [
        ['ready', 4_400],
        ['play', 4_400],
        ['pause', 5_000],
      ],
    );
  });

  it('reports no startup of autoplay: nothing says when it was asked for, nor when it was ready', async () => {
    const { lines, totals, events } = await (await arrivesLate(new PlayedMedia(0, 0.6), 'autoplay')).read();
    assert.deepEqual(lines, [
      ...['intent 0 4400', 'ready 0 4400', 'play 0 4400', 'first-frame 0 4400'],
      ...['pause 0.6 5000', 'leave 0.6 5000'],
    ]);
    assert.ok(!('startup' in events.find(({ type }) => type === 'first-frame')!));
    assert.equal(totals?.videoStartup, undefined);
    assert.equal(totals?.playerStartup, undefined);
    assert.equal(totals?.exitBeforeStart, false);
  });

  it('knows that autoplay has started', async () => {
    const { world, read } = await arrivesLate(new PlayedMedia(0, 0.6), 'autoplay');
    await world.pass(3_000);
    const { events, totals } = await read();
    assert.equal(totals?.exitBeforeStart, false);
    assert.equal(events.filter(({ type }) => type === 'first-frame').length, 1);
  });
});

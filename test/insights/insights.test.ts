import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { insights, InsightsReader, readInsights } from '../../src/insights/index.ts';
import { rollDice, type Dice } from '../support/seeded.ts';
import { AGENTS, rowsOf, throwViewing, type TrueViewing } from '../support/insights/audience.ts';
import { count, type Oracle } from './support/oracle.ts';

const DURATION = 30;
const PLACES = 100;
const dice = rollDice();

/** In another order. */
function shuffled<Item>(items: readonly Item[], { below }: Dice): Item[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [all[at], all[other]] = [all[other] as Item, all[at] as Item];
  }
  return all;
}

function throwViewings(
  most: number,
  wanted: Partial<Parameters<typeof throwViewing>[2]> = {},
): TrueViewing[] {
  const all = { videoIds: ['vi1'], duration: DURATION, ...wanted };
  return Array.from({ length: 1 + dice.below(most) }, (_, number) => throwViewing(dice, number, all));
}

function assertNear(found: readonly number[] | undefined, wanted: readonly number[], what: string): void {
  assert.equal(found?.length, wanted.length, what);
  found.forEach((one, at) => {
    assert.ok(
      Math.abs(one - (wanted[at] ?? NaN)) < 1e-6,
      `${what} at ${String(at)}: ${String(one)}, ${String(wanted[at])}`,
    );
  });
}

function assertAgrees(
  found: ReturnType<typeof insights>,
  truth: Oracle,
  viewings: readonly TrueViewing[],
): void {
  assert.equal(found.viewings, truth.viewings);
  assert.equal(found.plays, truth.plays);
  assert.equal(found.viewers, truth.viewers);
  assert.ok(Math.abs((found.watchTime ?? NaN) - truth.watchTime) <= viewings.length, 'watch time');
  const isMeasured = viewings.some(({ format }) => format !== 'v1');
  assert.equal(found.failures, isMeasured ? truth.failures : undefined);
  assert.equal(found.exits, isMeasured ? truth.exits : undefined);
  assert.equal(found.rebuffering?.count, isMeasured ? truth.rebuffers : undefined);
  assert.equal(found.rebuffering?.duration, isMeasured ? truth.rebuffering : undefined);
  assert.equal(found.startup?.median, truth.startups[Math.ceil(truth.startups.length * 0.5) - 1]);
  assert.equal(found.startup?.slowest, truth.startups[Math.ceil(truth.startups.length * 0.95) - 1]);
  if (truth.plays === 0) return;
  assertNear(found.retention, truth.retention, 'retention');
  assertNear(found.moments, truth.moments, 'moments');
}

describe('the figures of audiences that were made up', () => {
  it('are those of the oracle, in whichever order rows come, and however often', () => {
    for (let run = 0; run < 150; run++) {
      const viewings = throwViewings(25, dice.below(2) === 0 ? { people: 8 } : {});
      const rows = viewings.flatMap(rowsOf);
      const again = rows.filter(() => dice.below(4) === 0);
      const lines = shuffled([...rows, ...again], dice).map((row) => JSON.stringify(row));
      const options = { duration: DURATION, places: PLACES, smallestAudience: 1 };
      assertAgrees(insights(lines.join('\n'), options), count(viewings, PLACES, DURATION), viewings);
    }
  });

  it('are the same when viewings are closed before the next one comes', () => {
    const viewings = throwViewings(200, { people: 30 });
    const rows = viewings.flatMap(rowsOf);
    const options = { duration: DURATION, places: PLACES, smallestAudience: 1, openViewings: 3 };
    const found = insights(rows, options);
    assertAgrees(found, count(viewings, PLACES, DURATION), viewings);
    assert.deepEqual(found, insights(rows, { ...options, openViewings: 10_000 }));
  });

  it('are those of each video, and in sum those of all', () => {
    const viewings = throwViewings(60, { videoIds: ['vi1', 'vi2', 'vi3'] });
    const options = { duration: DURATION, places: PLACES, smallestAudience: 1 };
    const found = insights(viewings.flatMap(rowsOf), options);
    const ids = [...new Set(viewings.map(({ videoId }) => videoId))].sort();
    assert.deepEqual(found.videos.map(({ videoId }) => videoId).sort(), ids);
    for (const video of found.videos) {
      const own = viewings.filter(({ videoId }) => videoId === video.videoId);
      const only = insights(viewings.flatMap(rowsOf), { ...options, videoId: video.videoId });
      assertAgrees(only, count(own, PLACES, DURATION), own);
      assert.deepEqual(video.retention, only.retention);
    }
    if (ids.length > 1) assert.equal(found.missing.retention, 'several-videos');
  });

  it('are told by day and by browser, each viewing in one line of each', () => {
    const viewings = throwViewings(80);
    const { days, browsers } = insights(viewings.flatMap(rowsOf), { smallestAudience: 1 });
    const byName = (names: readonly string[]) =>
      [...new Set(names)].sort().map((name) => [name, names.filter((one) => one === name).length]);
    const dayOf = ({ begunAt }: TrueViewing) => new Date(begunAt).toISOString().slice(0, 10);
    const agentOf = ({ userAgent }: TrueViewing) =>
      Object.entries(AGENTS).find(([, agent]) => agent === userAgent)?.[0] ?? '';
    assert.deepEqual(
      days.map(({ name, viewings: all }) => [name, all]),
      byName(viewings.map(dayOf)),
    );
    assert.deepEqual(
      browsers.map(({ name, viewings: all }) => [name, all]).sort(),
      byName(viewings.map(agentOf)),
    );
  });

  it('are told by rendition: its time of all watch time', () => {
    const viewings = throwViewings(80, { formats: ['vh'] }).map((one) => ({
      ...one,
      startup: one.startup && 0,
      stalls: one.stalls.map(() => 0),
      heights: one.heights.map(() => one.heights[0] ?? 0),
    }));
    const { renditions = [] } = insights(viewings.flatMap(rowsOf), { smallestAudience: 1 });
    for (const { height, watchTime } of renditions) {
      const own = viewings.filter(({ heights }) => heights[0] === height).flatMap(({ parts }) => parts);
      const wanted = own.reduce((sum, [from, to]) => sum + (to - from) * 1000, 0);
      assert.ok(
        Math.abs(watchTime - wanted) <= viewings.length * 4,
        `${String(height)}: ${String(watchTime)}`,
      );
    }
    const shares = renditions.reduce((sum, { share }) => sum + share, 0);
    assert.ok(renditions.length === 0 || Math.abs(shares - 1) < 1e-9, String(shares));
  });
});

describe('the retention of a scripted audience of 500', () => {
  // Each leaves where the script says: a tenth after 6 s, a half after 47 s, the others at the end of 90 s.
  const FILM = 90;
  const leaves = (number: number) => (number < 50 ? 6 : number < 300 ? 47 : FILM);
  const viewings = Array.from({ length: 500 }, (_, number): TrueViewing => {
    const made = throwViewing(dice, number, { videoIds: ['vi1'], duration: FILM });
    const rest = { startup: 400, stalls: [0], heights: [720], failed: false, crashed: false };
    return { ...made, ...rest, parts: [[0, leaves(number)]] };
  });
  const truth = (at: number) => (at < 6 ? 1 : at < 47 ? 0.9 : 0.4);

  for (const duration of [FILM, undefined])
    it(`is true within a second and a percent, ${duration ? 'with' : 'without'} its length`, () => {
      const rows = viewings.flatMap(rowsOf);
      if (duration === undefined)
        for (const row of rows)
          if ('events' in row) endInsteadOfPause(row.events as { type: string; at?: number }[]);
      const found = insights(rows, { duration, places: FILM });
      assert.equal(found.duration, FILM);
      assert.equal(found.plays, 500);
      found.retention?.forEach((share, second) => {
        // A step of the truth may be up to a second away.
        const near = [second - 1, second, second + 1].map((at) =>
          truth(Math.min(Math.max(at + 0.5, 0), FILM - 1)),
        );
        const [least, most] = [Math.min(...near), Math.max(...near)];
        assert.ok(share > least - 0.01 && share < most + 0.01, `${String(second)}: ${String(share)}`);
      });
    });

  /** The film is over where they stop at its end. */
  function endInsteadOfPause(events: { type: string; at?: number }[]): void {
    for (const event of events) if (event.type === 'pause' && event.at === FILM) event.type = 'end';
  }
});

describe('a figure that is unknown', () => {
  const viewing = (format: TrueViewing['format'], more: Partial<TrueViewing> = {}): TrueViewing => ({
    ...throwViewing(dice, 1, { videoIds: ['vi1'], duration: DURATION }),
    ...{ format, startup: 300, parts: [[0, 10]], stalls: [0], heights: [720], crashed: false, failed: false },
    ...more,
  });

  it('is undefined with a reason and never 0, where only v1 was sent', () => {
    const found = insights(rowsOf(viewing('v1')), { smallestAudience: 1, duration: DURATION });
    assert.equal(found.watchTime, 10_000);
    assert.deepEqual(
      [found.startup, found.rebuffering, found.failures, found.exits, found.renditions],
      Array(5).fill(undefined),
    );
    assert.deepEqual(found.missing, {
      ...{ startup: 'format', rebuffering: 'format', failures: 'format', exits: 'format' },
      renditions: 'format',
    });
  });

  it('is there where vh was sent: no rebuffering is 0 then', () => {
    const found = insights(rowsOf(viewing('vh')), { smallestAudience: 1, duration: DURATION });
    assert.deepEqual(found.startup, { median: 300, slowest: 300 });
    assert.deepEqual(found.rebuffering, { count: 0, duration: 0, share: 0 });
    assert.deepEqual(found.missing, {});
  });

  it('has the reason of a length that nothing says', () => {
    assert.equal(insights(rowsOf(viewing('vh')), { smallestAudience: 1 }).missing.retention, 'duration');
  });

  it('has the reason of a live stream', () => {
    const [row] = rowsOf(viewing('v1')) as { session: Record<string, unknown> }[];
    const { video_id: mediaId, ...session } = row?.session ?? {};
    const live = { ...row, session: { ...session, live_stream_id: mediaId } };
    assert.equal(insights([live], { smallestAudience: 1 }).missing.retention, 'live');
  });
});

describe('the smallest audience', () => {
  const audience = (size: number, more: Partial<TrueViewing> = {}, first = 0): object[] =>
    Array.from({ length: size }, (_, number) => {
      const made = throwViewing(dice, first + number, {
        videoIds: ['vi1'],
        duration: DURATION,
        formats: ['vh'],
      });
      return { ...made, startup: 300, parts: [[0, 10] as const], stalls: [0], heights: [720], ...more };
    }).flatMap(rowsOf);

  it('is five: of four people nothing is shown', () => {
    const of = (size: number) => insights(audience(size), { duration: DURATION });
    const few = of(4);
    for (const figure of [
      'viewings',
      'plays',
      'viewers',
      'watchTime',
      'startup',
      'retention',
      'moments',
    ] as const) {
      assert.equal(few[figure], undefined, figure);
      assert.equal(few.missing[figure], 'audience', figure);
    }
    assert.deepEqual([few.videos, few.days, few.browsers, few.renditions], [[], [], [], undefined]);
    assert.equal(of(5).plays, 5);
    assert.equal(insights(audience(2), { smallestAudience: 2 }).plays, 2);
  });

  it('hides nobody where nobody was', () => {
    const { viewings, plays, missing } = insights([]);
    assert.deepEqual([viewings, plays, missing.startup], [0, 0, 'format']);
  });

  it('counts people and not viewings, where the site says who they are', () => {
    assert.equal(insights(audience(20, { user: 'u1' })).missing.plays, 'audience');
  });

  it('finds the person under the name that the site has for it', () => {
    const rows = audience(6, { user: 'u1' }) as { viewing: { metadata: object } }[];
    rows.forEach(({ viewing }, at) => (viewing.metadata = { member: `m${String(at)}` }));
    const options = { duration: DURATION, smallestAudience: 6 };
    assert.equal(insights(rows, { ...options, viewerKey: 'member' }).viewers, 6);
  });

  it('hides a line that is too small so that no difference tells it', () => {
    const rows = [
      ...audience(10, { userAgent: AGENTS.Chrome }),
      ...audience(6, { userAgent: AGENTS.Safari }, 100),
      ...audience(2, { userAgent: AGENTS.Firefox }, 200),
    ];
    assert.deepEqual(
      insights(rows).browsers.map(({ name, plays }) => [name, plays]),
      [
        ['Chrome', 10],
        [undefined, 8],
      ],
    );
  });
});

describe('who is watching now', () => {
  const now = Date.UTC(2026, 0, 5, 12);
  const row = (id: number, types: readonly string[], ago: number, more: object = {}) => ({
    emitted_at: new Date(now - ago).toISOString(),
    session: { viewing_id: `v${String(id)}`, video_id: 'vi1' },
    events: types.map((type) => ({ type, at: 1, emitted_at: new Date(now - ago).toISOString() })),
    ...more,
  });

  it('are viewings that play and were heard of within half a minute', () => {
    const rows = [
      row(1, ['ready', 'play'], 5000),
      row(2, ['ready', 'play', 'pause'], 5000),
      row(3, ['ready', 'play'], 60_000),
      row(4, ['ready', 'play'], 20_000),
      row(4, [], 10_000),
      // Its clock is an hour behind; the server's is not.
      row(5, ['ready', 'play'], 3_600_000, { receivedAt: now - 2000 }),
      // The page crashed yesterday, and the next one has just sent what it had stored.
      row(6, ['ready', 'play'], 86_400_000, { emitted_at: new Date(now).toISOString(), receivedAt: now }),
    ];
    assert.equal(insights(rows, { now, smallestAudience: 1 }).watchingNow, 3);
  });
});

describe('rows that cannot be used', () => {
  it('are skipped and counted, whatever is in them, and spoil no figure', () => {
    const viewings = throwViewings(30);
    const rows = viewings.flatMap(rowsOf).map((row) => JSON.stringify(row));
    const broken = [
      ...['{', 'null', '[]', '1', '"text"', '{}', '{"schema":"vh-events/9","viewing":{}}', '\u0000'],
      ...['{"session":{}}', '{"record":"session"}', '{"__proto__":{"record":"event"}}', '{"session":null}'],
      '{"schema":"vh-events/1","viewing":{"id":"a","kind":"video","mediaId":"vi1"},"sentAt":"never","events":[]}',
      `{"session":{"viewing_id":"${'a'.repeat(300)}","video_id":"vi1"},"emitted_at":"2026-01-01T00:00:00Z"}`,
      `{"a":"${'b'.repeat(2 ** 21)}"}`,
    ];
    const options = { duration: DURATION, places: PLACES, smallestAudience: 1 };
    const found = insights(shuffled([...rows, ...broken], dice).join('\r\n'), options);
    assert.deepEqual(found.skipped, { rows: broken.length, events: 0, late: 0 });
    assertAgrees(found, count(viewings, PLACES, DURATION), viewings);
  });

  it('leave their other events: those that are broken are counted', () => {
    const when = '2026-01-01T00:00:00.000Z';
    const events = [
      ...[null, 1, [], {}, { type: 'play' }, { type: 'play', at: -1, emitted_at: when }, { type: '<b>' }],
      ...[
        { type: 'play', at: 1e300, emitted_at: when },
        { type: 'seek.forward', at: 1, emitted_at: when },
      ],
      { type: 'play', at: 0, emitted_at: when },
      { type: 'of-a-later-version', emitted_at: when },
      { type: 'pause', at: 4, emitted_at: '2026-01-01T00:00:09.000Z' },
    ];
    const row = { emitted_at: when, session: { viewing_id: 'v1', video_id: 'vi1' }, events };
    const found = insights([row], { smallestAudience: 1 });
    assert.deepEqual(found.skipped, { rows: 0, events: 9, late: 0 });
    assert.deepEqual([found.plays, found.watchTime], [1, 4000]);
  });

  it('cannot make a viewing grow without an end', () => {
    const reader = new InsightsReader({ smallestAudience: 1 });
    for (let number = 0; number < 10; number++) {
      const events = Array.from({ length: 900 }, (_, at) => ({
        ...{ type: 'seek.forward', from: at % 50, to: at % 70 },
        emitted_at: new Date(Date.UTC(2026, 0, 1) + number * 900 + at).toISOString(),
      }));
      const session = { viewing_id: 'v1', video_id: 'vi1' };
      reader.add({ emitted_at: '2026-01-01T00:00:00Z', session, events });
    }
    assert.equal(reader.figures().skipped.events, 7000);
  });

  it('are late where their viewing was added up', () => {
    const row = (id: number) => ({
      emitted_at: '2026-01-01T00:00:00Z',
      session: { viewing_id: `v${String(id)}`, video_id: 'vi1' },
    });
    const { viewings, skipped } = insights([row(1), row(2), row(1)], {
      openViewings: 1,
      smallestAudience: 1,
    });
    assert.deepEqual([viewings, skipped.late], [2, 1]);
  });
});

describe('readInsights', () => {
  it('reads NDJSON in pieces of any size, through characters and lines', async () => {
    const viewings = throwViewings(40, { videoIds: ['vi-ü-影'] });
    const text = viewings
      .flatMap(rowsOf)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join('');
    const tooLong = `"${'a'.repeat(2 ** 21)}"\n`;
    const bytes = new TextEncoder().encode(text + tooLong + text.trimEnd());
    async function* pieces() {
      for (let at = 0; at < bytes.length;) {
        const end = at + 1 + dice.below(50_000);
        yield await Promise.resolve(bytes.subarray(at, end));
        at = end;
      }
    }
    const options = { duration: DURATION, places: PLACES, smallestAudience: 1, now: 0 };
    const found = await readInsights(pieces(), options);
    const whole = insights(text, options);
    assert.deepEqual(found, { ...whole, skipped: { ...whole.skipped, rows: 1 } });
    assert.equal(found.videos[0]?.videoId, 'vi-ü-影');
  });
});

describe('options', () => {
  it('that make no sense are refused', () => {
    for (const options of [
      { places: 0 },
      { places: 0.5 },
      { smallestAudience: 0 },
      { duration: NaN },
      { duration: -1 },
    ])
      assert.throws(() => insights([], options), { code: 'invalid-use' });
  });
});

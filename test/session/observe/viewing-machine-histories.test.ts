import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewingEvent, ViewingTotals } from '../../../src/session/ports/viewing.ts';
import { announceSeed, rollDice, type Dice } from '../../support/seeded.ts';
import { shrink } from '../../support/shrink.ts';
import { BEGUN, SimulatedViewing } from '../support/simulated-viewing.ts';

/** A step of a history: what happens, with a number of milliseconds, seconds, or whatever it takes. */
type Step = readonly [act: keyof typeof acts, amount: number];

const acts = {
  intent: (viewing) => viewing.report({ type: 'intent', by: 'viewer' }),
  frame: (viewing) => viewing.showFrame(),
  play: ({ media }) => media.paused && !media.ended && media.play(),
  pause: (viewing) => !viewing.media.paused && viewing.pause(),
  pass: (viewing, ms) => viewing.pass(ms),
  starve: (viewing, ms) => viewing.starve(ms),
  seek: (viewing, ms) => !viewing.media.ended && viewing.seek((ms * 7) % 590, ms % 800),
  nudge(viewing, ms) {
    const { media } = viewing;
    if (media.paused) return;
    const to = Math.min(media.duration - 1, media.currentTime + (ms % 30) / 100);
    viewing.report({ type: 'engine-seek', to });
    media.startSeek(to);
    media.finishSeek();
  },
  outage: (viewing, ms) => !viewing.media.paused && !viewing.media.ended && viewing.outage(ms),
  fail(viewing, ms) {
    const { media } = viewing;
    const place = media.currentTime;
    if (media.ended || media.paused) return;
    viewing.endStand();
    Object.assign(media, { readyState: 0, currentTime: 0, paused: true });
    viewing.report({ type: 'failure', code: 'media-network' });
    media.emit('emptied');
    viewing.pass(ms);
    media.paused = false;
    media.emit('play');
    viewing.outage(0, place);
  },
  rate(viewing, ms) {
    viewing.media.playbackRate = [0.5, 1, 1.25, 2][ms % 4] ?? 1;
    viewing.media.emit('ratechange');
  },
  volume: (viewing, ms) => viewing.report({ type: 'volume', volume: (ms % 10) / 10, muted: false }),
  hide: (viewing, ms) => viewing.report({ type: 'visible', on: ms % 2 === 0 }),
  rendition: (viewing, ms) =>
    viewing.report({ type: 'rendition', width: 640, height: 360, bitrate: ms * 1000 }),
  settle: (viewing) => viewing.report({ type: 'settle' }),
  /** A leave and a return out of the back/forward cache. */
  bfcache(viewing, ms) {
    viewing.endStand();
    viewing.report({ type: 'leave' });
    viewing.now += ms;
    viewing.report({ type: 'return' });
  },
  /** A frozen page. */
  sleep: (viewing, ms) => (viewing.now += ms),
} as const satisfies Record<string, (viewing: SimulatedViewing, amount: number) => unknown>;

const ACTS = Object.keys(acts) as (keyof typeof acts)[];
/** Those of which the truth is known. */
const CALM: readonly (keyof typeof acts)[] = [
  'play',
  'pause',
  'pass',
  'pass',
  'seek',
  'starve',
  'outage',
  'rate',
];

function makeHistory({ below, pick }: Dice, from: readonly (keyof typeof acts)[]): Step[] {
  return Array.from({ length: 5 + below(40) }, () => [pick(from), below(4_000)] as const);
}

function run(
  history: readonly Step[],
  calm = 0,
  measured = true,
): { viewing: SimulatedViewing; totals: ViewingTotals[] } {
  const viewing = new SimulatedViewing({ measured });
  const totals: ViewingTotals[] = [];
  viewing.media.load();
  for (const [act, amount] of history) {
    acts[act](viewing, amount);
    viewing.pass(calm);
    totals.push(viewing.sums);
  }
  viewing.endStand();
  viewing.report({ type: 'leave' });
  totals.push(viewing.sums);
  return { viewing, totals };
}

/** The fault in the order of the seven types, if any. */
function badOrder(events: readonly ViewingEvent[]): string | undefined {
  const letters: Partial<Record<ViewingEvent['type'], string>> = {
    ...{ ready: 'r', play: 'p', pause: 's', end: 'e', resume: 'c' },
    ...{ 'seek.forward': 'k', 'seek.backward': 'k' },
  };
  const word = events.map(({ type }) => letters[type] ?? '').join('');
  return /^(r(k*(pk*((s|ek*)k*e?k*ck*)*((s|e)k*e?k*)?)?)?)?$/.test(word) ? undefined : `the order ${word}`;
}

const GROWING = ['watchTime', 'rebufferCount', 'rebufferDuration', 'seekCount', 'totalFrames'] as const;

/** The fault of a history, if any. */
function flaw(history: readonly Step[]): string | undefined {
  const { viewing, totals } = run(history);
  const { events, now } = viewing;
  const gap = events.findIndex(({ seq }, index) => seq !== index);
  if (gap >= 0) return `event ${String(gap)} has another number`;
  for (const [index, sums] of totals.entries()) {
    for (const name of GROWING)
      if ((sums[name] ?? 0) < (totals[index - 1]?.[name] ?? 0)) return `${name} has become less`;
  }
  const last = totals.at(-1);
  assert.ok(last);
  if (last.watchTime > now) return `${String(last.watchTime)} ms were watched in ${String(now)}`;
  const stands = events.filter(({ type }) => type.startsWith('rebuffer'));
  if (stands.some(({ type }, index) => type !== (index % 2 ? 'rebuffer.end' : 'rebuffer.begin')))
    return 'stands do not begin and end in turn';
  if (stands.length % 2) return 'a stand did not end';
  const lasted = stands.reduce((sum, event) => sum + (event.type === 'rebuffer.end' ? event.lasted : 0), 0);
  if (lasted !== last.rebufferDuration || stands.length !== 2 * last.rebufferCount)
    return `the stands lasted ${String(lasted)} ms and not ${String(last.rebufferDuration)}`;
  const isOdd = (n: number) => !Number.isFinite(n) || n < 0;
  if (events.some((event) => ('at' in event ? isOdd(event.at) : isOdd(event.from) || isOdd(event.to))))
    return 'a position is none';
  if (events.some(({ emittedAt }) => emittedAt < BEGUN.wall || emittedAt > BEGUN.wall + now))
    return 'an event is from another time';
  const once = ['ready', 'intent', 'play', 'first-frame'].find(
    (type) => events.filter((event) => event.type === type).length > 1,
  );
  if (once) return `${once} was reported twice`;
  return badOrder(events);
}

/** Milliseconds after each step, so that a look falls into whatever it began. */
const CALM_MS = 300;

/** What differs from what truly happened. */
function error(history: readonly Step[]): string | undefined {
  const { viewing, totals } = run(history, CALM_MS);
  const { truth } = viewing;
  const last = totals.at(-1);
  assert.ok(last);
  const { watchTime, rebufferCount, rebufferDuration } = last;
  const near = (a: number, b: number, what: string) =>
    Math.abs(a - b) > 50 ? `${what} is ${String(a)} and not ${String(b)}` : undefined;
  const long = truth.stands.filter((ms) => ms >= 300);
  const doubtful = truth.stands.filter((ms) => ms >= 200 && ms < 300);
  if (rebufferCount < long.length || rebufferCount > long.length + doubtful.length)
    return `${String(rebufferCount)} stands are reported, and there were ${truth.stands.join(', ')}`;
  if (doubtful.length > 0) return undefined;
  return (
    near(watchTime, truth.watched, 'the watch time') ??
    near(
      rebufferDuration,
      long.reduce((sum, ms) => sum + ms, 0),
      'rebuffering',
    )
  );
}

/** Seconds between looks at double speed, and a step of rounding: positions are no finer when nothing is measured. */
const SAMPLE_SECONDS = 0.55;
/** Seconds: a shorter seek may be none from where the position was last seen. */
const SURE_SEEK_SECONDS = 1;

/** The seven types without short seeks, each with where it led to. */
function sevenOf(history: readonly Step[], measured: boolean) {
  const { events } = run(history, CALM_MS, measured).viewing;
  return {
    others: events.filter(({ type }) => SEVEN.test(type) && !type.startsWith('seek')),
    seeks: events.flatMap((event) =>
      'from' in event && Math.abs(event.to - event.from) >= SURE_SEEK_SECONDS ? [event.to] : [],
    ),
    allSeeks: events.flatMap((event) => ('from' in event ? [event.to] : [])),
  };
}

/** The difference that it makes to the seven types when nothing is measured. */
function difference(history: readonly Step[]): string | undefined {
  const measured = sevenOf(history, true);
  const plain = sevenOf(history, false);
  const types = (events: readonly ViewingEvent[]) => events.map(({ type }) => type).join(' ');
  if (types(measured.others) !== types(plain.others))
    return `${types(plain.others)} and not ${types(measured.others)}`;
  const isNear = (one: number, other = NaN) => Math.abs(one - other) <= SAMPLE_SECONDS;
  const places = (events: readonly ViewingEvent[]) =>
    events.flatMap((event) => ('at' in event ? [event.at] : []));
  const right = places(measured.others);
  if (!places(plain.others).every((place, index) => isNear(place, right[index])))
    return `${String(places(plain.others))} s and not ${String(right)}`;
  const isIn = (seeks: readonly number[]) => (to: number) => seeks.some((other) => isNear(other, to));
  const isSame = measured.seeks.every(isIn(plain.allSeeks)) && plain.seeks.every(isIn(measured.allSeeks));
  return isSame ? undefined : `seeks to ${String(plain.allSeeks)} and not ${String(measured.allSeeks)}`;
}

const SEVEN = /^(?:ready|play|pause|resume|end|seek\.\w+)$/;

function search(
  first: number,
  from: readonly (keyof typeof acts)[],
  judge: (history: readonly Step[]) => string | undefined,
  calm = 0,
): void {
  for (let seed = first; seed < first + 150; seed++) {
    const history = makeHistory(rollDice(seed), from);
    const found = judge(history);
    if (found === undefined) continue;
    const least = shrink(
      history,
      (steps) => judge(steps) !== undefined,
      ([act, amount]) =>
        [Math.floor(amount / 2), amount - 100, amount - 1]
          .filter((less) => less >= 0 && less < amount)
          .map((less) => [act, less] as const),
    );
    const { viewing } = run(least, calm);
    assert.fail(
      `SEED=${String(seed)}: ${String(judge(least))} after ${JSON.stringify(least)}\n${viewing.story.join(', ')}`,
    );
  }
}

describe('ViewingMachine under any history', () => {
  const first = announceSeed();

  it(`keeps its promises (SEED=${String(first)})`, () => search(first, ACTS, flaw));

  it(`measures what truly happened to 50 ms (SEED=${String(first)})`, () =>
    search(first, CALM, error, CALM_MS));

  it(`reports the seven types also when nothing is measured (SEED=${String(first)})`, () =>
    search(first, CALM, difference, CALM_MS));
});

import {
  MIN_STAND_MS,
  readWitness,
  type Span,
  type WitnessedStand,
  type WitnessedViewing,
} from './read-witness.ts';
import type { SeenViewing } from './viewing-truths.ts';

/** Milliseconds by which a metric may differ from what the witness saw, beyond what the witness could not see. */
const TOLERANCE_MS = 50;
const TOLERANCE_SECONDS = TOLERANCE_MS / 1000;

interface Reported {
  totals: {
    videoStartup?: number;
    watchTime: number;
    watched: [number, number][];
    rebufferCount: number;
    rebufferDuration: number;
    seekCount: number;
    failed: boolean;
    exitBeforeStart: boolean;
  };
  events: ({ type: string; emittedAt: string; seq: number } & Record<string, number>)[];
  /** When playback was asked for, by the wall clock. */
  pressedAt: number;
}

type Range = readonly [from: number, to: number];

const SEVEN = new Set(['ready', 'play', 'pause', 'resume', 'end', 'seek.forward', 'seek.backward']);

/** The differences between a session and its witness; none where they agree. */
export function faultsOf(seen: SeenViewing): string[] {
  const truth = readWitness(seen.trace);
  const reported = reportedOf(seen);
  if (typeof reported === 'string') return [reported];
  return [
    ...numbers(truth, reported),
    ...seeks(truth, reported),
    ...stands(truth, reported),
    ...ranges(truth, reported),
    ...types(seen, reported),
  ];
}

/** The same without times: on a busy machine, a session and its witness see moments late in turn. */
export function orderFaultsOf(seen: SeenViewing): string[] {
  const reported = reportedOf(seen);
  return typeof reported === 'string' ? [reported] : types(seen, reported);
}

/** Its one session, or the fault that it has none, or several. */
function reportedOf({ exported, trace }: SeenViewing): Reported | string {
  const sessions = exported.filter(({ record }) => record === 'session');
  const [session] = sessions;
  if (!session || sessions.length !== 1) return `${String(sessions.length)} sessions`;
  return {
    totals: session['totals'] as Reported['totals'],
    events: exported.flatMap((one) => (one.record === 'event' ? [one as never] : [])),
    pressedAt: trace.pressedAt,
  };
}

function numbers(
  { videoStartup, watchTime }: WitnessedViewing,
  { totals, events, pressedAt }: Reported,
): string[] {
  const faults = [
    outside('videoStartup', totals.videoStartup ?? NaN, videoStartup),
    outside('watchTime', totals.watchTime, watchTime),
  ];
  const intent = events.find(({ type }) => type === 'intent')?.emittedAt ?? '';
  faults.push(outside('intent', Date.parse(intent) - pressedAt, { low: 0, high: 0 }));
  if (totals.exitBeforeStart) faults.push('exitBeforeStart');
  if (totals.failed) faults.push('failed');
  return faults.filter((fault) => fault !== undefined);
}

function outside(name: string, value: number, { low, high }: Span): string | undefined {
  if (value >= low - TOLERANCE_MS && value <= high + TOLERANCE_MS) return undefined;
  return `${name} ${value.toFixed(0)} instead of ${low.toFixed(0)} to ${high.toFixed(0)}`;
}

function seeks({ seeks: seen }: WitnessedViewing, { events, totals }: Reported): string[] {
  const reported = events.filter(({ type }) => type.startsWith('seek.'));
  const meant = seen.filter(({ from, to }) => Math.abs(from.low - to) >= 0.25);
  if (reported.length !== meant.length || totals.seekCount !== reported.length)
    return [
      `${String(reported.length)} seeks, ${String(totals.seekCount)} in the sums, instead of ${String(meant.length)}`,
    ];
  return meant.flatMap(({ from, to }, at) => {
    const event = reported[at];
    const isNear =
      (event?.from ?? NaN) >= from.low - TOLERANCE_SECONDS &&
      (event?.from ?? NaN) <= from.high + TOLERANCE_SECONDS &&
      Math.abs((event?.to ?? NaN) - to) <= TOLERANCE_SECONDS;
    return isNear
      ? []
      : [
          `seek ${String(event?.from)} to ${String(event?.to)} instead of ${from.low.toFixed(3)} to ${to.toFixed(3)}`,
        ];
  });
}

function stands({ stands: seen }: WitnessedViewing, { events, pressedAt, totals }: Reported): string[] {
  const begins = events.filter(({ type }) => type === 'rebuffer.begin');
  const ends = events.filter(({ type }) => type === 'rebuffer.end');
  const faults: string[] = [];
  if (begins.length !== ends.length || totals.rebufferCount !== begins.length)
    faults.push(
      `${String(begins.length)} stands begin, ${String(ends.length)} end, the sums have ${String(totals.rebufferCount)}`,
    );
  const rest = begins.map((begin, at) => ({
    at: begin['at'] ?? NaN,
    begin: Date.parse(begin.emittedAt) - pressedAt,
    lasted: ends[at]?.['lasted'] ?? NaN,
  }));
  const sum = rest.reduce((total, { lasted }) => total + lasted, 0);
  if (sum !== totals.rebufferDuration)
    faults.push(`rebufferDuration ${String(totals.rebufferDuration)} instead of ${String(sum)}`);
  for (const stand of seen) {
    const index = rest.findIndex(
      (one) => one.begin < stand.end.high && one.begin + one.lasted > stand.begin.low,
    );
    const [found] = index < 0 ? [] : rest.splice(index, 1);
    if (found && stand.isDoubtful) continue;
    if (found) faults.push(...standFaults(stand, found));
    else if (!stand.isDoubtful && stand.end.low - stand.begin.high > MIN_STAND_MS + TOLERANCE_MS)
      faults.push(`no rebuffering: ${JSON.stringify(stand)}`);
  }
  return [...faults, ...rest.map((one) => `rebuffering that was none: ${JSON.stringify(one)}`)];
}

function standFaults(
  { begin, end, at }: WitnessedStand,
  found: { at: number; begin: number; lasted: number },
): string[] {
  return [
    outside('rebuffer.begin', found.begin, begin),
    outside('rebuffer.end', found.begin + found.lasted, end),
    outside('lasted', found.lasted, { low: end.low - begin.high, high: end.high - begin.low }),
    outside('place of the rebuffering in ms', found.at * 1000, { low: at * 1000, high: at * 1000 }),
  ].filter((fault) => fault !== undefined);
}

function ranges({ parts }: WitnessedViewing, { totals }: Reported): string[] {
  const seen: Range[] = parts.map(({ from, to }) => [from, to]);
  const mayBe: Range[] = parts.map(({ from, last }) => [from, last]);
  const shown = (one: readonly Range[]) =>
    one.map(([from, to]) => `${from.toFixed(3)}–${to.toFixed(3)}`).join(' ');
  const wrong = [...without(seen, totals.watched), ...without(totals.watched, mayBe)].filter(
    ([from, to]) => to - from > TOLERANCE_SECONDS * 1.001,
  );
  return wrong.length === 0 ? [] : [`watched ${shown(totals.watched)} instead of ${shown(seen)}`];
}

/** The parts of ranges that others do not cover. */
function without(ranges: readonly Range[], others: readonly Range[]): Range[] {
  return others.reduce<Range[]>(
    (left, [from, to]) =>
      left.flatMap(([begin, end]): Range[] => {
        if (to <= begin || from >= end) return [[begin, end]];
        return (
          [
            [begin, Math.min(end, from)],
            [Math.max(begin, to), end],
          ] as Range[]
        ).filter(([a, b]) => b > a);
      }),
    [...ranges],
  );
}

/** The seven types as the presses make them. */
function types({ trace, sessions, plays, script }: SeenViewing, { events }: Reported): string[] {
  const expected = ['ready', 'play'];
  let isPaused = false;
  for (const [index, [, from, , why]] of trace.looks.entries()) {
    if (why === 'press-pause') {
      expected.push('pause');
      isPaused = true;
    }
    if (why === 'resume') {
      expected.push('resume');
      isPaused = false;
    }
    if (why === 'remove' && !isPaused) expected.push('pause');
    if (why === 'ended') expected.push('end');
    if (why !== 'press-seek') continue;
    const to = trace.looks.slice(index).find(([, , , what]) => what === 'seeked')?.[1] ?? NaN;
    if (Math.abs(to - from) >= 0.25) expected.push(to > from ? 'seek.forward' : 'seek.backward');
  }
  const faults: string[] = [];
  const wanted = expected.join(' ');
  const read = sessions.map((one) => one.events.map(({ type }) => type).join(' '));
  if (read.length !== 1 || read[0] !== wanted)
    faults.push(`analytics have ${JSON.stringify(read)} instead of ${wanted}`);
  const own = events
    .filter(({ type }) => SEVEN.has(type))
    .map(({ type }) => type)
    .join(' ');
  if (own !== wanted) {
    const seen = trace.looks.flatMap(([now, position, , why]) =>
      why === '' || why === 'timeupdate' ? [] : `${why}@${position.toFixed(2)} ${now.toFixed()}`,
    );
    faults.push(`the export has ${own} instead of ${wanted}; the media had ${seen.join(', ')}`);
  }
  const positions = sessions[0]?.events.map(({ at, from, to }) => [at, from, to].join()) ?? [];
  const floors = events
    .filter(({ type }) => SEVEN.has(type))
    .map(({ at, from, to }) =>
      [at, from, to].map((one) => (one === undefined ? undefined : Math.floor(one))).join(),
    );
  if (positions.join(' ') !== floors.join(' '))
    faults.push(`positions ${positions.join(' ')} instead of ${floors.join(' ')}`);
  if (plays !== 1) faults.push(`${String(plays)} plays`);
  if (events.some(({ seq }, at) => seq !== at)) faults.push('numbers with gaps');
  if (events.at(-1)?.type !== 'leave') faults.push(`no leave at the end of ${script.end}`);
  return faults;
}

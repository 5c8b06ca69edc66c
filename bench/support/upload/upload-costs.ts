import type { RaceBoard } from './race-board.ts';

const MB = 1_000_000;

/** The goals: milliseconds of the main thread before any byte counts, and what the rest may cost beside another sender. */
const MOST_FIXED_MS = 150;
const MOST_MORE = 1.5;
const MOST_SMALL = 3;
const MOST_LARGE = 2;
const MOST_PROCESSOR = 1.15;
const LEAST_SPEED = 0.97;

/** What an upload costs the page's main thread: at once, and for each 100 MB. */
interface Cost {
  readonly fixedMs: number;
  readonly moreMs: number;
}

/** A line through both sizes. */
function costOf(small: RaceBoard, large: RaceBoard, name: string): Cost {
  const [one, other] = [small.threadMs(name) ?? NaN, large.threadMs(name) ?? NaN];
  const moreMs = ((other - one) / (large.size - small.size)) * 100 * MB;
  return { fixedMs: one - (moreMs * small.size) / (100 * MB), moreMs };
}

/** One row for each, in milliseconds. */
export function describeCosts(small: RaceBoard, large: RaceBoard): Record<string, Record<string, string>> {
  return Object.fromEntries(
    small.names.map((name) => {
      const { fixedMs, moreMs } = costOf(small, large, name);
      const of = (board: RaceBoard) => `${String(board.size / MB)} MB`;
      return [
        name,
        {
          'fixed, ms': fixedMs.toFixed(0),
          '100 MB more, ms': moreMs.toFixed(0),
          [`${of(small)}, ms`]: (small.threadMs(name) ?? NaN).toFixed(0),
          [`${of(large)}, ms`]: (large.threadMs(name) ?? NaN).toFixed(0),
          [`processor of ${of(large)}, ms`]: (large.processorMs(name) ?? NaN).toFixed(0),
          [`MB/s of ${of(large)}`]: (large.speed(name) ?? NaN).toFixed(0),
          'long tasks': String(small.longTasks(name) + large.longTasks(name)),
        },
      ];
    }),
  );
}

/** Each goal in words, and whether `name` keeps it beside `rival`. */
export function judgeCosts(
  small: RaceBoard,
  large: RaceBoard,
  name: string,
  rival: string,
): (readonly [what: string, isKept: boolean])[] {
  if (!small.names.includes(name) || !small.names.includes(rival)) return [];
  const [ours, theirs] = [costOf(small, large, name), costOf(small, large, rival)];
  const ratio = (measure: (who: string) => number | undefined) =>
    (measure(name) ?? NaN) / (measure(rival) ?? NaN);
  const most = (what: string, value: number, limit: number) =>
    [`${what}: ${value.toFixed(2)} of ${rival} (at most ${String(limit)})`, value <= limit] as const;
  const speed = ratio((who) => large.speed(who));
  const longTasks = small.longTasks(name) + large.longTasks(name);
  return [
    [
      `fixed part: ${ours.fixedMs.toFixed(0)} ms (at most ${String(MOST_FIXED_MS)})`,
      ours.fixedMs <= MOST_FIXED_MS,
    ],
    most('100 MB more', ours.moreMs / theirs.moreMs, MOST_MORE),
    most(
      'thread time of the smaller file',
      ratio((who) => small.threadMs(who)),
      MOST_SMALL,
    ),
    most(
      'thread time of the larger file',
      ratio((who) => large.threadMs(who)),
      MOST_LARGE,
    ),
    most(
      'processor',
      ratio((who) => large.processorMs(who)),
      MOST_PROCESSOR,
    ),
    [`speed: ${speed.toFixed(2)} of ${rival} (at least ${String(LEAST_SPEED)})`, speed >= LEAST_SPEED],
    [`long tasks: ${String(longTasks)} (0)`, longTasks === 0],
  ];
}

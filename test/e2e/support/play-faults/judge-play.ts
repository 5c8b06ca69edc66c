import type { PlayEnd } from './page-play.ts';
import { mayFail, type PlaySchedule } from './play-schedule.ts';

/** The verdict on one playback. */
export interface PlayVerdict {
  /** The fault; undefined for a right end. */
  fault: string | undefined;
  ended: PlayEnd['how'];
  code: string | undefined;
  /** From the end of a fault, over which the clock stood, to its next move, in milliseconds. */
  recoveries: number[];
  /** What happened around a slow recovery or a wrong end. */
  trace?: readonly string[] | undefined;
}

/** A stream that is dead is called so within this. */
const DEATH_MS = 15_000;
/** What a busy machine adds. */
const SLACK_MS = 1_500;
/** A clock that has not moved for so long stands. */
const STANDING_MS = 400;
/** Who waits longer waits too long. */
export const SLOW_MS = 3_000;

/** Judges how a playback ended by what has happened to it. */
export function judgePlay(
  schedule: PlaySchedule,
  end: PlayEnd,
  times: readonly { begin: number; end: number }[],
): PlayVerdict {
  const recoveries = recoveriesIn(times, end).map(({ ms }) => ms);
  const verdict = { ended: end.how, code: end.code, recoveries };
  return { ...verdict, fault: findFault(schedule, end, times) };
}

function findFault(
  schedule: PlaySchedule,
  { how, code, at, moved, states, buffered, message, hasRunScript }: PlayEnd,
  times: readonly { begin: number; end: number }[],
): string | undefined {
  if (hasRunScript) return 'a script of the stream was run';
  if (how === 'silent')
    return `it stood for 22 s at ${String(moved.at(-1)?.[1])} and said nothing (${buffered}, ${String(states.at(-2)?.[1])})`;
  if (how === 'endless') return `it plays on and on, at ${String(moved.at(-1)?.[1])} (${buffered})`;
  if (how !== 'failed') return undefined;
  if (!mayFail(schedule))
    return `it gave up on a fault that it should get over, at ${String(moved.at(-1)?.[1])} (${buffered}): ${message ?? ''}`;
  if (!code || code === 'unexpected-answer' || code === 'invalid-use') return 'its error says nothing';
  const begins = times.map(({ begin }) => begin).filter((begin) => !Number.isNaN(begin));
  if (schedule.stream === 'hostile') return undefined;
  if (begins.length === 0) return 'it failed before any fault';
  const death = Math.max(Math.min(...begins), moved.at(-1)?.[0] ?? 0);
  const late = at - death;
  return late > DEATH_MS + SLACK_MS
    ? `its error came ${String(Math.round(late / 1000))} s after its end`
    : undefined;
}

/** A time for which a playback stood after the network was in order again. */
export interface Recovery {
  over: number;
  ms: number;
}

/** The recoveries of a playback: from the end of a fault, while no other fault is on, to the next move of the clock. */
export function recoveriesIn(
  times: readonly { begin: number; end: number }[],
  { how, moved, at }: PlayEnd,
): Recovery[] {
  if (how === 'failed') return [];
  return times.flatMap(({ end: over }) => {
    if (!Number.isFinite(over) || over >= at) return [];
    // No player can recover while another fault is on: the end of that one counts.
    if (times.some(({ begin, end }) => begin <= over && over < end)) return [];
    const before = moved.findLast(([when]) => when <= over)?.[0];
    if (before !== undefined && over - before < STANDING_MS) return [];
    const next = moved.find(([when]) => when > over)?.[0];
    if (next === undefined) return [];
    const hit = times.find(({ begin }) => begin > over && begin < next)?.begin;
    // A fault that begins meanwhile ends the wait; one that had been long by then was long.
    if (hit !== undefined && hit - over <= SLOW_MS) return [];
    return [{ over, ms: (hit ?? next) - over }];
  });
}

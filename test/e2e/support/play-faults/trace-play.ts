import type { PlayEnd } from './page-play.ts';
import type { PlayRun } from './play-service.ts';

/** Lines of a trace: a dead playback asks for very much. */
const MAX_LINES = 120;
/** A clock that moves is reported this often. */
const MOVE_MS = 1_000;

/** What happened in a playback, by the time since it began: requests, faults, states, and where its clock was. */
export function tracePlay({ log, times, schedule, begun }: PlayRun, { moved, states }: PlayEnd): string[] {
  const events: [at: number, what: string][] = [...log];
  times.forEach(({ begin, end }, index) => {
    const { kind = '' } = schedule.faults[index] ?? {};
    if (!Number.isNaN(begin)) events.push([begin, `=== ${kind} begins`]);
    if (Number.isFinite(end)) events.push([end, `=== ${kind} ends`]);
  });
  for (const [at, status] of states) events.push([at, `--- ${status}`]);
  let [reported, before] = [-Infinity, -Infinity];
  for (const [at, clock] of moved) {
    if (at - reported >= MOVE_MS || at - before >= MOVE_MS / 2) {
      events.push([at, `    at ${clock.toFixed(2)} s`]);
      reported = at;
    }
    before = at;
  }
  const lines = events
    .sort(([one], [other]) => one - other)
    .map(([at, what]) => `${String(at - begun).padStart(7)} ${what}`);
  return lines.slice(-MAX_LINES);
}

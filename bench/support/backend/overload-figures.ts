import type { HonestVisit } from '../../../test/backend/support/overload/honest-visitors.ts';
import type { OverloadByHttp } from '../../../test/backend/support/overload/overload-by-http.ts';

/** What counts of a run, as JSON keeps it. */
export interface OverloadFigures {
  /** Grants and renewals a second that honest uploaders got before, in and after the trouble. */
  goodput: Record<Phase, number>;
  /** Playbacks that honest viewers got in the trouble, of so many that they asked for. */
  played: number;
  watched: number;
  /** Requests of honest visitors that were answered, of so many. */
  answered: number;
  asked: number;
  /** Seconds after the trouble until each uploader had a grant again, the last one. */
  recoveredAfter: number;
  /** Seconds that the slowest visit outside the trouble took, with all its tries. */
  slowest: number;
  /** Requests to the service in the busiest second. */
  busiest: Record<Phase, number>;
  /** Connections of the backend: the most, and once it had let the strangers' go. */
  sockets: { most: number; last: number };
  /** MiB of its heap: before the strangers, and at the end. */
  heap: { first: number; last: number };
}

type Phase = 'before' | 'during' | 'after';
const SECOND = 1_000;
const MIB = 2 ** 20;

/** Seconds: within this, each uploader is served again, and each visit outside the trouble is done. */
const RECOVERED_S = 10;
/** The busiest second after the trouble, beside the busiest one before it. */
const MOST_TIMES = 3;
/** MiB that the heap may have grown by what the backend keeps on purpose, such as answers. */
const MOST_GROWTH = 24;

/** Sums a run up. */
export function figuresOf(run: OverloadByHttp): OverloadFigures {
  const { began, troubled, returned, ended, visits, askedAt, first, most, last } = run;
  const spans = {
    before: [began, troubled],
    during: [troubled, returned],
    after: [returned, ended],
  } as const;
  const within = (phase: Phase, at: number | undefined) =>
    at !== undefined && at >= spans[phase][0] && at < spans[phase][1];
  const each = <Value>(of: (phase: Phase) => Value) => ({
    before: of('before'),
    during: of('during'),
    after: of('after'),
  });
  const uploads = visits.filter(({ kind }) => kind !== 'playback');
  const watched = visits.filter(({ kind, begun }) => kind === 'playback' && within('during', begun));
  const tries = visits.flatMap((visit) => visit.tries);
  const outside = visits.filter((visit) => isOutside(visit, run));
  return {
    goodput: each((phase) => {
      const seconds = (spans[phase][1] - spans[phase][0]) / SECOND;
      return uploads.filter(({ done }) => within(phase, done)).length / seconds;
    }),
    played: watched.filter(({ done }) => done !== undefined && done <= returned + SECOND).length,
    watched: watched.length,
    answered: tries.filter(({ status }) => status !== 0 && status !== 500).length,
    asked: tries.length,
    recoveredAfter: recoveryOf(uploads, returned),
    slowest: Math.max(0, ...outside.map(({ begun, done = Infinity }) => done - begun)) / SECOND,
    busiest: each((phase) => busiestSecond(askedAt.filter((at) => within(phase, at)))),
    sockets: { most: most.sockets, last: last.sockets },
    heap: { first: first.heapUsed / MIB, last: last.heapUsed / MIB },
  };
}

/** The fault of a run. */
export function faultOf(figures: OverloadFigures): string | undefined {
  const { answered, asked, recoveredAfter, slowest, busiest, heap } = figures;
  if (answered < asked) return `${String(asked - answered)} honest requests had no answer, or 500`;
  if (!(recoveredAfter <= RECOVERED_S)) return `recovered after ${String(recoveredAfter)} s`;
  if (!(slowest <= RECOVERED_S)) return `a visit outside the trouble took ${String(slowest)} s`;
  if (busiest.after > MOST_TIMES * busiest.before) return `a herd: ${JSON.stringify(busiest)}`;
  return heap.last > heap.first + MOST_GROWTH ? `memory: ${JSON.stringify(heap)}` : undefined;
}

/** True for a visit that neither began in the trouble nor met it. */
function isOutside({ begun, done = Infinity }: HonestVisit, run: OverloadByHttp): boolean {
  const isBefore = begun >= run.began && Math.min(done, begun + RECOVERED_S * SECOND) < run.troubled;
  return isBefore || begun >= run.returned + RECOVERED_S * SECOND;
}

function recoveryOf(uploads: readonly HonestVisit[], returned: number): number {
  const recovered = new Map<number, number>();
  for (const { visitor, done } of uploads) {
    const known = recovered.get(visitor) ?? Infinity;
    if (done === undefined || done < returned) recovered.set(visitor, known);
    else recovered.set(visitor, Math.min(known, done));
  }
  return (Math.max(...recovered.values()) - returned) / SECOND;
}

function busiestSecond(times: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const at of times) {
    const second = Math.floor(at / SECOND);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

import { seededRandom } from '../../seeded-random.ts';
import type { AnswerFault, FaultSchedule, RetryWait, CredentialKind } from './fault-schedule.ts';
import { addScenario } from './fault-scenario.ts';
import type { LineFault } from './faulty-line.ts';

/** Line faults that every upload meets at least. */
const LEAST = 5;
/** Statuses after which a retry may succeed; tus is out of step at 409, too. */
const TRANSIENT = [408, 425, 429, 429, 500, 502, 503, 504];

/** What is settled about a schedule before its seed is. */
export interface ScheduleOptions {
  largest?: number;
  hasExtensions?: boolean;
  /** One wire instead of any of the first three: the schedules of a seed stay what they were. */
  wire?: FaultSchedule['wire'] | undefined;
}

/** Makes a schedule of a seed. Every fourth service is without extensions. */
export function makeSchedule(
  seed: number,
  { largest = 64 * 2 ** 20, hasExtensions = seed % 4 !== 3, wire: only }: ScheduleOptions = {},
): FaultSchedule {
  const random = seededRandom(seed * 7919 + 17);
  const upTo = (bound: number) => Math.floor(random() * bound);
  const chance = (share: number) => random() < share;
  const pick = <Value>(values: readonly Value[]) => values[upTo(values.length)] as Value;

  const drawn = pick(['parts', 'parts', 'tus', 'put'] as const);
  const wire = only ?? drawn;
  const size = makeSize(random, largest);
  const min = Math.max(1, Math.ceil(size / (1 + upTo(12))));
  const max = min * (1 + upTo(6));
  const credential: CredentialKind =
    wire === 'put' || wire === 's3' || !hasExtensions
      ? 'video'
      : pick(['video', 'video', 'token', 'function']);
  // In all no more than an upload has tries for, should none of them let a byte through.
  const line = Array.from({ length: LEAST + upTo(3) }, () => makeLineFault(random, Math.min(size, max)));
  const answers = Array.from({ length: upTo(3) }, (): AnswerFault => {
    const status = pick(wire === 'tus' || wire === 'ietf' ? [...TRANSIENT, 409] : TRANSIENT);
    const wait = chance(0.5) ? { wait: makeWait(random) } : {};
    return { nth: 1 + upTo(12), status, ...wait, isServed: status !== 429 && chance(0.3) };
  });
  const schedule: FaultSchedule = {
    seed,
    wire,
    hasExtensions,
    takesRanges: chance(0.7),
    size,
    partSize: { min, max },
    credential,
    line,
    least: LEAST,
    answers,
    pauses: chance(0.2) ? 1 + upTo(2) : 0,
    scenario: { kind: 'plain' },
  };
  if (size > 0) addScenario(schedule, random);
  return schedule;
}

function makeSize(random: () => number, largest: number): number {
  const kind = random();
  if (kind < 0.02) return 0;
  const [low, high] =
    kind < 0.1
      ? [1, 300]
      : kind < 0.8
        ? [300, 2 ** 18]
        : kind < 0.985
          ? [2 ** 18, 2 ** 22]
          : [2 ** 22, largest];
  return Math.min(largest, Math.floor(low * (high / low) ** random()));
}

function makeWait(random: () => number): RetryWait {
  const kind = random();
  const seconds = 1 + Math.floor(random() * 30);
  return { header: kind < 0.7 ? 'retry-after' : 'x-ratelimit-retry-after', seconds, isDate: kind < 0.3 };
}

/** Most strike in the head of a request or in its answer, where doubt is made. */
function makeLineFault(random: () => number, part: number): LineFault {
  const side = random() < 0.65 ? 'up' : 'down';
  const reach = side === 'down' ? 260 : random() < 0.4 ? 700 : part + 600;
  const kind = random();
  const how =
    kind < 0.28 ? 'cut' : kind < 0.6 ? 'reset' : kind < 0.8 ? 'hole' : kind < 0.93 ? 'pause' : 'slow';
  return { side, after: 1 + Math.floor(random() * reach), how, ms: 1 + Math.floor(random() * 8) };
}

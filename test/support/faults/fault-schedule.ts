import type { VhErrorCode } from '../../../src/core/vh-error.ts';
import { seededRandom } from '../sandbox-bytes.ts';
import type { LineFault } from './faulty-line.ts';

/** What the server answers to one request, the counted one, instead of serving it. */
export interface AnswerFault {
  /** Which of the requests that carry bytes, from 1. */
  nth: number;
  status: number;
  retryAfter?: number;
  /** True when the request is served, and answered so all the same. */
  isServed?: boolean;
}

/** How the right to upload is given. */
export type RightKind = 'video' | 'token' | 'function';

/** What happens to one upload. All of it comes from the seed. */
export interface FaultSchedule {
  seed: number;
  wire: 'parts' | 'tus' | 'put';
  /** False for a service that does no more for an uploader than it says. */
  hasExtensions: boolean;
  /** For `put`: whether the address takes ranges. */
  takesRanges: boolean;
  size: number;
  partSize: { min: number; max: number };
  right: RightKind;
  line: LineFault[];
  answers: AnswerFault[];
  /** The request with bytes before which the token is withdrawn. */
  revokedAt: number | undefined;
  /** Whether another token is to be had. */
  isRenewable: boolean;
  /** Whether the upload is paused and resumed on the way. */
  pauses: number;
  /** The codes that it may end in; none when it must succeed. */
  final: readonly VhErrorCode[];
}

const TRANSIENT = [408, 425, 429, 500, 502, 503, 504];

/** Makes a schedule of a seed. */
export function makeSchedule(
  seed: number,
  { largest = 64 * 2 ** 20, hasExtensions = true } = {},
): FaultSchedule {
  const random = seededRandom(seed * 7919 + 17);
  const upTo = (bound: number) => Math.floor(random() * bound);
  const chance = (share: number) => random() < share;
  const pick = <Value>(values: readonly Value[]) => values[upTo(values.length)] as Value;

  const wire = pick(['parts', 'parts', 'tus', 'put'] as const);
  const size = makeSize(random, largest);
  const min = Math.max(1, Math.ceil(size / (1 + upTo(12))));
  const max = min * (1 + upTo(6));
  const right: RightKind =
    wire === 'put' || !hasExtensions ? 'video' : pick(['video', 'video', 'token', 'function']);
  const line = Array.from({ length: 5 + upTo(4) }, () => makeLineFault(random, Math.min(size, max)));
  const answers = Array.from({ length: upTo(4) }, (): AnswerFault => {
    const status = pick(TRANSIENT);
    const wait = chance(0.5) ? { retryAfter: 1 + upTo(30) } : {};
    return { nth: 1 + upTo(12), status, ...wait, isServed: status !== 429 && chance(0.3) };
  });
  const schedule: FaultSchedule = {
    seed,
    wire,
    hasExtensions,
    takesRanges: chance(0.7),
    size,
    partSize: { min, max },
    right,
    line,
    answers,
    revokedAt: undefined,
    isRenewable: true,
    pauses: chance(0.2) ? 1 + upTo(2) : 0,
    final: size === 0 ? ['file-empty'] : [],
  };
  if (size > 0) addEnd(schedule, random);
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

/** Most strike in the head of a request or in its answer, where doubt is made. */
function makeLineFault(random: () => number, part: number): LineFault {
  const side = random() < 0.65 ? 'up' : 'down';
  const reach = side === 'down' ? 260 : random() < 0.4 ? 700 : part + 600;
  const kind = random();
  const how = kind < 0.3 ? 'cut' : kind < 0.65 ? 'reset' : kind < 0.85 ? 'hole' : 'pause';
  return { side, after: 1 + Math.floor(random() * reach), how, ms: 1 + Math.floor(random() * 8) };
}

/** Some uploads lose their right on the way, and some are to fail. */
function addEnd(schedule: FaultSchedule, random: () => number): void {
  const { answers, wire } = schedule;
  const kind = random();
  const nth = 1 + Math.floor(random() * 6);
  if (kind < 0.15 && wire !== 'put') {
    schedule.revokedAt = nth;
    schedule.isRenewable = random() < 0.6 && schedule.right !== 'token';
    if (!schedule.isRenewable) schedule.final = ['token-expired', 'token-invalid'];
  } else if (kind < 0.2) {
    answers.length = 0;
    answers.push({ nth, status: wire === 'put' ? 403 : 400 });
    schedule.final = wire === 'put' ? ['token-expired', 'token-invalid'] : ['upload-refused'];
  } else if (kind < 0.23) {
    answers.length = 0;
    for (let at = nth; at < nth + 200; at++) answers.push({ nth: at, status: 503 });
    schedule.final = ['service-unavailable', 'network', 'timeout'];
  } else if (kind < 0.26) {
    for (let at = 0; at < 400; at++) schedule.line.push({ side: 'up', after: 20, how: 'reset' });
    schedule.final = ['network', 'timeout', 'service-unavailable', 'rate-limited'];
  }
}

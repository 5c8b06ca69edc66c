import { seededRandom } from '../../../support/seeded-random.ts';

/** The streams of the schedules. */
export type PlayStream =
  'renditions' | 'discontinuities' | 'sound apart' | 'MPEG-TS' | 'live' | 'private' | 'hostile';

/** What a server, or the way to it, does to a request. */
export type PlayFaultKind =
  | '404'
  | '500'
  | '503'
  | 'forbidden'
  | 'refuse'
  | 'silent'
  | 'slow'
  | 'stall'
  | 'cut'
  | 'corrupt'
  | 'garbage'
  | 'empty'
  | 'redirect'
  | 'offline'
  | 'expire'
  | 'stale'
  | 'restart'
  | 'change';

/** One fault of a schedule. */
export interface PlayFault {
  kind: PlayFaultKind;
  /** It begins with the first request of the segment that is so many after the first; 0: with the first request of all. */
  segment: number;
  target: 'playlists' | 'segments' | 'all';
  /** Infinity: until the end. */
  ms: number;
}

/** What one playback goes through. A seed makes it. */
export interface PlaySchedule {
  seed: number;
  stream: PlayStream;
  faults: readonly PlayFault[];
}

const STREAMS: readonly PlayStream[] = [
  ...(['renditions', 'renditions', 'discontinuities', 'sound apart'] as const),
  ...(['MPEG-TS', 'live', 'private'] as const),
];
const ANYWHERE: readonly PlayFaultKind[] = [
  ...(['404', '500', '503', 'refuse', 'refuse', 'silent', 'slow', 'stall', 'cut', 'cut'] as const),
  ...(['corrupt', 'garbage', 'empty', 'redirect', 'offline', 'offline'] as const),
];
const OF_STREAM: Readonly<Partial<Record<PlayStream, readonly PlayFaultKind[]>>> = {
  live: ['stale', 'restart', 'change'],
  private: ['forbidden', 'expire', 'expire'],
};
/** Kinds that say "no" and not "not now", or break the present state: a short one may be the end. */
const FINAL: ReadonlySet<PlayFaultKind> = new Set(['404', 'forbidden', 'corrupt', 'garbage', 'empty']);
/** A player that has got over so much has done its work. */
const LONGEST_OUTAGE_MS = 8_000;

/** Makes the schedule of a seed. */
export function makePlaySchedule(seed: number): PlaySchedule {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const stream = pick(STREAMS);
  const own = OF_STREAM[stream];
  const count = random() < 0.3 ? 2 : 1;
  const faults = Array.from({ length: count }, (): PlayFault => {
    const kind = own && random() < 0.5 ? pick(own) : pick(ANYWHERE);
    const isDeath = random() < 0.15 && kind !== 'change' && kind !== 'redirect';
    return {
      kind,
      segment: Math.floor(random() * (stream === 'live' ? 4 : 10)),
      target: kind === 'restart' ? 'all' : pick(['playlists', 'segments', 'all'] as const),
      ms: isDeath ? Infinity : Math.round(300 + random() ** 2 * 11_000),
    };
  });
  return { seed, stream, faults };
}

/** True when an error may be the right end of it. */
export function mayFail({ stream, faults }: PlaySchedule): boolean {
  if (stream === 'hostile') return true;
  const sum = faults.reduce((all, { ms }) => all + ms, 0);
  // The player's own code is on its way then, too.
  if (faults.some(({ kind, segment }) => kind === 'offline' && segment === 0)) return true;
  return sum >= LONGEST_OUTAGE_MS || faults.some(({ kind, ms }) => FINAL.has(kind) && ms >= 500);
}

/** What a schedule does, in a line. */
export function describeSchedule({ seed, stream, faults }: PlaySchedule): string {
  const each = faults.map(
    ({ kind, segment, target, ms }) =>
      `${kind} of ${target} from segment ${String(segment)} for ${ms === Infinity ? 'ever' : `${String(ms)} ms`}`,
  );
  return `seed ${String(seed)}: ${stream}, ${each.join(', then ')}`;
}

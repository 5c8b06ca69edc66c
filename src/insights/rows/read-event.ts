import { readRecord } from '../../core/wire/read-json.ts';
import { readMoment, readSeconds } from './read-values.ts';
import { CHANGES, type Change, type ReportedEvent } from './report.ts';

const CHANGE_OF = new Map<unknown, Change>([
  ['play', CHANGES.start],
  ['resume', CHANGES.start],
  ['pause', CHANGES.stop],
  ['end', CHANGES.end],
  ['seek.forward', CHANGES.seek],
  ['seek.backward', CHANGES.seek],
  ['rendition', CHANGES.rendition],
  ['rebuffer.begin', CHANGES.stall],
  ['rebuffer.end', CHANGES.move],
]);

/** Types that say nothing for figures. Others are no events of ours, or of a later version. */
const OTHER_TYPES = /^[a-z][a-z.-]{0,39}$/;

/** Reads an event: undefined where it changes nothing, `'bad'` where it cannot be used. */
export function readEvent(
  value: unknown,
  {
    momentName,
    seqOf,
  }: { momentName: 'emittedAt' | 'emitted_at'; seqOf: (event: Fields) => number | undefined },
): ReportedEvent | 'bad' | undefined {
  const event = readRecord(value);
  const type = event?.['type'];
  if (!event || typeof type !== 'string') return 'bad';
  const change = CHANGE_OF.get(type);
  if (change === undefined) return OTHER_TYPES.test(type) ? undefined : 'bad';
  const [emittedAt, seq] = [readMoment(event[momentName]), seqOf(event)];
  const isSeek = change === CHANGES.seek;
  const at = readSeconds(event[isSeek ? 'from' : change === CHANGES.rendition ? 'height' : 'at']);
  const to = isSeek ? readSeconds(event['to']) : 0;
  if (emittedAt === undefined || seq === undefined || at === undefined || to === undefined) return 'bad';
  return { seq, change, emittedAt, at, to };
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a list of events, counts those that cannot be used, and says when the last of all happened. */
export function readEvents(
  values: readonly unknown[],
  reading: Parameters<typeof readEvent>[1],
): { events: ReportedEvent[]; badEvents: number; lastAt: number | undefined } {
  const read = values.map((value) => readEvent(value, reading));
  const lastAt = readMoment(readRecord(values.at(-1))?.[reading.momentName]);
  const events = read.filter((event) => typeof event === 'object');
  return { events, badEvents: read.filter((event) => event === 'bad').length, lastAt };
}

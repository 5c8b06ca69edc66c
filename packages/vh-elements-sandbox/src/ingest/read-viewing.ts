import type { Pair } from '../http/values/shape.ts';
import { invalid, required } from '../http/problem.ts';
import { membersOf, type Members } from '../http/values/members.ts';
import type { ViewingBatch, ViewingEvent, ViewingTotals } from '../store/analytics/viewing-events.ts';

const SCHEMA = 'vh-events/1';
const MAX_EVENTS = 1000;
const MAX_RANGES = 4096;
const MAX_PAIRS = 64;
/** Characters of a viewing's metadata, keys and values. */
const MAX_METADATA_CHARACTERS = 8 * 1024;
const MAX_TEXT = 256;

type Detail = string | number | boolean | null;
/** Reads one member; `undefined` where it is not what it must be. */
type Read = (value: unknown) => Detail | undefined;

const amount: Read = (value) =>
  typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
/** A player may be ahead of what it takes for the live edge. */
const difference: Read = (value) =>
  typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
const flag: Read = (value) => (typeof value === 'boolean' ? value : undefined);
const text: Read = (value) => (typeof value === 'string' && value.length <= MAX_TEXT ? value : undefined);
const language: Read = (value) => (value === null ? null : text(value));
const starter: Read = (value) =>
  value === 'viewer' || value === 'page' || value === 'autoplay' ? value : undefined;

/** The types of events, with what each carries. */
const EVENTS: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
  'ready': { at: amount },
  'intent': { at: amount, by: starter },
  'first-frame': { at: amount, startup: amount },
  'play': { at: amount },
  'resume': { at: amount },
  'pause': { at: amount },
  'end': { at: amount },
  'seek.forward': { from: amount, to: amount },
  'seek.backward': { from: amount, to: amount },
  'rebuffer.begin': { at: amount },
  'rebuffer.end': { at: amount, lasted: amount },
  'rendition': { at: amount, width: amount, height: amount, bitrate: amount },
  'rate': { at: amount, rate: amount },
  'volume': { at: amount, volume: amount, muted: flag },
  'captions': { at: amount, language },
  'fullscreen': { at: amount, on: flag },
  'picture-in-picture': { at: amount, on: flag },
  'visible': { at: amount, on: flag },
  'error': { at: amount, code: text },
  'failure': { at: amount, code: text },
  'recovered': { at: amount, lasted: amount },
  'leave': { at: amount },
};

const TOTALS: Readonly<Record<Exclude<keyof ViewingTotals, 'watched'>, Read>> = {
  playerStartup: amount,
  videoStartup: amount,
  exitBeforeStart: flag,
  failed: flag,
  watchTime: amount,
  rebufferCount: amount,
  rebufferDuration: amount,
  seekCount: amount,
  averageBitrate: amount,
  upscale: amount,
  downscale: amount,
  droppedFrames: amount,
  totalFrames: amount,
  latency: difference,
};
const REQUIRED_TOTALS = [
  'exitBeforeStart',
  'failed',
  'watchTime',
  'rebufferCount',
  'rebufferDuration',
  'seekCount',
];

/** Reads a delivery in our own format; throws the problem of what cannot be used. */
export function readViewing(body: Members): ViewingBatch {
  if (body['schema'] !== SCHEMA) throw invalid('schema', `It must be ${SCHEMA}.`);
  const viewing = membersOf(body['viewing'], 'viewing');
  const { id, kind, mediaId, begunBy } = viewing;
  if (typeof id !== 'string' || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))
    throw invalid('viewing.id', 'It must be a UUID.');
  if (kind !== 'video' && kind !== 'live-stream')
    throw invalid('viewing.kind', 'It must be video or live-stream.');
  if (typeof mediaId !== 'string' || mediaId === '') throw required('viewing.mediaId');
  if (begunBy !== 'intent' && begunBy !== 'look')
    throw invalid('viewing.begunBy', 'It must be intent or look.');
  const { events } = body;
  if (!Array.isArray(events) || events.length > MAX_EVENTS)
    throw invalid('events', 'It must be a list of events.');
  return {
    viewingId: id,
    kind: kind === 'video' ? 'vod' : 'live',
    mediaId,
    begunAt: readMoment(viewing['begunAt'], 'viewing.begunAt'),
    begunBy,
    referrer: readReferrer(viewing['referrer']),
    metadata: readMetadata(viewing['metadata']),
    sentAt: readMoment(body['sentAt'], 'sentAt'),
    dropped: body['dropped'] === undefined ? 0 : readCount(body['dropped'], 'dropped'),
    events: events
      .map((event: unknown, index) => readEvent(event, `events[${String(index)}]`))
      .sort((one, other) => one.seq - other.seq),
    totals: readTotals(membersOf(body['totals'], 'totals')),
  };
}

function readEvent(value: unknown, name: string): ViewingEvent {
  const event = membersOf(value, name);
  const { type } = event;
  const shape = typeof type === 'string' && Object.hasOwn(EVENTS, type) ? EVENTS[type] : undefined;
  if (typeof type !== 'string' || !shape) throw invalid(`${name}.type`, 'There is no such event.');
  return {
    seq: readCount(event['seq'], `${name}.seq`),
    type,
    emittedAt: readMoment(event['emittedAt'], `${name}.emittedAt`),
    details: Object.fromEntries(
      Object.entries(shape)
        .filter(([member]) => member !== 'startup' || event[member] !== undefined)
        .map(([member, read]) => [member, readWith(read, event[member], `${name}.${member}`)]),
    ),
  };
}

function readTotals(totals: Members): ViewingTotals {
  const found = Object.entries(TOTALS).flatMap(([member, read]): [string, Detail][] => {
    const value = totals[member];
    if (value === undefined && !REQUIRED_TOTALS.includes(member)) return [];
    return [[member, readWith(read, value, `totals.${member}`)]];
  });
  return { ...(Object.fromEntries(found) as ViewingTotals), watched: readRanges(totals['watched']) };
}

function readRanges(value: unknown): [number, number][] {
  const refuse = () => invalid('totals.watched', 'It must be a list of ranges.');
  if (!Array.isArray(value) || value.length > MAX_RANGES) throw refuse();
  return value.map((range: unknown): [number, number] => {
    if (!Array.isArray(range) || range.length !== 2) throw refuse();
    const [from, to] = range.map((edge: unknown) => amount(edge));
    if (typeof from !== 'number' || typeof to !== 'number' || to < from) throw refuse();
    return [from, to];
  });
}

/** The first pairs for which there is room, as of the first generation. */
function readMetadata(value: unknown): Pair[] {
  const pairs = Object.entries(membersOf(value, 'viewing.metadata')).map(([key, one]): Pair => {
    if (typeof one !== 'string') throw invalid('viewing.metadata', 'It must be texts.');
    return { key, value: one };
  });
  let left = MAX_METADATA_CHARACTERS;
  return pairs.slice(0, MAX_PAIRS).filter((pair) => (left -= pair.key.length + pair.value.length) >= 0);
}

function readReferrer(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2048)
    throw invalid('viewing.referrer', 'It must be a text.');
  return value;
}

function readMoment(value: unknown, name: string): number {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value);
  const moment = isTime ? Date.parse(value) : NaN;
  if (Number.isNaN(moment)) throw invalid(name, 'It must be a moment in UTC.');
  return moment;
}

function readCount(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalid(name, 'It must be a whole number.');
  return value;
}

function readWith(read: Read, value: unknown, name: string): Detail {
  const found = read(value);
  if (found === undefined)
    throw value === undefined ? required(name) : invalid(name, 'It is not what it must be.');
  return found;
}

import { invalid, Problem } from '../http/problem.ts';
import type { WatchBatch, WatchEvent } from '../store/analytics/watch-playbacks.ts';

const MAX_EVENTS = 100;
const MAX_TIMESTAMP_MS = 8.64e15;

type Members = Readonly<Record<string, unknown>>;

/** Reads what a player of the second generation sends: short names, times in milliseconds, positions in seconds. */
export function readWatch(body: Members): WatchBatch {
  const events = body['eve'];
  if (!Array.isArray(events) || events.length > MAX_EVENTS)
    throw invalid('eve', 'It must be a list of events.');
  return {
    tabId: readId(body, 'sid'),
    playbackId: readId(body, 'pid'),
    mediaId: readId(body, 'mid'),
    referrer: typeof body['ref'] === 'string' ? body['ref'].slice(0, 2048) : '',
    events: events
      .map((event: unknown, index) => readEvent(event, `eve[${String(index)}]`))
      .sort((one, other) => one.emittedAt - other.emittedAt),
  };
}

function readEvent(value: unknown, name: string): WatchEvent {
  if (typeof value !== 'object' || value === null) throw invalid(name, 'It must be an event.');
  const { eat, typ, vti, vwi, vhe, pau, eco } = value as Partial<Record<string, unknown>>;
  if (typeof eat !== 'number' || !(Math.abs(eat) <= MAX_TIMESTAMP_MS))
    throw invalid(`${name}.eat`, 'It must be a time in milliseconds.');
  if (typeof typ !== 'number' || !Number.isInteger(typ))
    throw invalid(`${name}.typ`, 'It must be the number of a type.');
  return {
    emittedAt: Math.floor(eat),
    type: typ,
    position: Math.max(0, readNumber(vti)),
    width: Math.round(readNumber(vwi)),
    height: Math.round(readNumber(vhe)),
    paused: pau === true,
    error: Math.round(readNumber(eco)),
  };
}

function readNumber(value: unknown): number {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : 0;
}

function readId(body: Members, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new Problem('attribute-required', { name });
  if (value.length > 128) throw invalid(name, 'It is too long.');
  return value;
}

import { makeUuidV7 } from '../../core/uuid-v7.ts';
import { parseJson, readRecord } from '../../core/wire/read-json.ts';
import { STORED_VERSION, type StoredViewing } from '../ports/event-store.ts';
import type { ViewingEvent } from '../ports/viewing.ts';
import type { StoredPress } from './press.ts';

/** A viewing that ended before its store was open, with what no collector had acknowledged, as it is stored. */
export interface StoredEnd {
  readonly version: typeof STORED_VERSION;
  readonly record: StoredViewing;
  readonly events: readonly ViewingEvent[];
}

/** What a line of the synchronous store holds. What a newer version of this code has stored stays for that. */
export type StoredLine =
  | { readonly type: 'press'; readonly press: StoredPress }
  | { readonly type: 'end'; readonly end: StoredEnd }
  | { readonly type: 'newer' }
  | { readonly type: 'unreadable' };

/** Reads a line of the synchronous store. */
export function readLine(line: string): StoredLine {
  const value = parseJson(line);
  if (isNewer(value)) return { type: 'newer' };
  const current = Array.isArray(value) ? endOfVersion1(value) : pressOfVersion1(value);
  if (isPress(current)) return { type: 'press', press: current };
  return isEnd(current) ? { type: 'end', end: current } : { type: 'unreadable' };
}

/** Reads a viewing of the event store. */
export function readViewing(value: unknown): StoredViewing | 'newer' | 'unreadable' {
  if (isNewer(value)) return 'newer';
  return isViewing(value) ? value : 'unreadable';
}

/** Whether a stored event has what every format writes down: a time that there is, too. */
export function isEvent(value: unknown): value is ViewingEvent {
  const { seq, type, emittedAt } = readRecord(value) ?? {};
  return (
    Number.isInteger(seq) &&
    typeof type === 'string' &&
    !Number.isNaN(new Date(emittedAt as number).getTime())
  );
}

/**
 * The id of the viewing of a stored press, a UUIDv7 from its time and its random number: the same for the page that stored
 * it and for the one that delivers it.
 */
export function idOfPress({ pressedAt, key }: Pick<StoredPress, 'pressedAt' | 'key'>): string {
  const upToVersion = makeUuidV7(pressedAt).slice(0, 15);
  const digits = key.toString(16).slice(2, 15).padEnd(13, '0');
  return `${upToVersion}${digits.slice(0, 3)}-8${digits.slice(3, 5)}0-0000${digits.slice(5)}`;
}

function isNewer(value: unknown): boolean {
  return Number(readRecord(value)?.['version'] ?? 1) > STORED_VERSION;
}

/** Version 1 wrote a pair for the end of a viewing. */
function endOfVersion1([record, events]: readonly unknown[]): unknown {
  return { version: STORED_VERSION, record, events };
}

/** Version 1 wrote the moments of a press by the clock of its page. */
function pressOfVersion1(value: unknown): unknown {
  const { press, timeOrigin, left, ...rest } = readRecord(value) ?? {};
  const { elapsed, isViewer, storedAs } = readRecord(press) ?? {};
  if (!press) return value;
  return {
    ...{ version: STORED_VERSION, ...rest },
    ...{ key: storedAs, by: isViewer ? 'viewer' : 'page' },
    ...{ pressedAt: Number(timeOrigin) + Number(elapsed), leftAt: Number(timeOrigin) + Number(left) },
  };
}

/** The page's own scripts write to this storage, too. */
function isPress(value: unknown): value is StoredPress {
  const { key, by, pressedAt, leftAt, collector, kind, mediaId, subject, formats, sampleRate } =
    readRecord(value) ?? {};
  return (
    [key, pressedAt, leftAt].every(Number.isFinite) &&
    (by === 'viewer' || by === 'page') &&
    (kind === 'video' || kind === 'live-stream') &&
    [collector, mediaId].every((text) => typeof text === 'string') &&
    (subject === undefined || typeof subject === 'string') &&
    [formats, sampleRate].every((text) => text === null || typeof text === 'string')
  );
}

function isEnd(value: unknown): value is StoredEnd {
  const { record, events } = readRecord(value) ?? {};
  return isViewing(record) && Array.isArray(events) && events.every(isEvent);
}

function isViewing(value: unknown): value is StoredViewing {
  const { key, collector, format, viewing, totals, aliveUntil } = readRecord(value) ?? {};
  const { id, mediaId, begunAt } = readRecord(viewing) ?? {};
  return (
    [key, collector, format, id, mediaId].every((text) => typeof text === 'string') &&
    readRecord(totals) !== undefined &&
    [begunAt, aliveUntil].every(Number.isFinite)
  );
}

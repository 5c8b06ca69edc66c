import { readNumber, readText } from '../../core/wire/read-json.ts';

// Readers of single values of a row. Undefined for what makes no sense.

const MAX_ID_CHARACTERS = 200;
/** The year 2000, and the year 10000: clocks are wrong, but a moment outside is no clock's. */
const FIRST_MOMENT = 946_684_800_000;
const LAST_MOMENT = 253_402_300_800_000;
/** A position further on is none: a day. */
export const MAX_SECONDS = 86_400;

/** The id of a viewing, a session or a video. */
export function readId(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_CHARACTERS ? value : undefined;
}

/** A moment as ISO 8601 or as milliseconds since 1970. */
export function readMoment(value: unknown): number | undefined {
  const moment = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : readNumber(value);
  return moment !== undefined && moment >= FIRST_MOMENT && moment < LAST_MOMENT ? moment : undefined;
}

/** A position in seconds. */
export function readSeconds(value: unknown): number | undefined {
  const seconds = readNumber(value);
  return seconds !== undefined && seconds >= 0 && seconds <= MAX_SECONDS ? seconds : undefined;
}

/** A length of time in milliseconds, or a number of things. */
export function readAmount(value: unknown): number | undefined {
  const amount = readNumber(value);
  return amount !== undefined && amount >= 0 && amount <= Number.MAX_SAFE_INTEGER ? amount : undefined;
}

/** A number that counts events. */
export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A value of a row's metadata as text. */
export function readViewer(value: unknown): string | undefined {
  const text = readText(value) ?? readNumber(value)?.toString();
  return text === undefined || text === '' ? undefined : text.slice(0, 256);
}

import { Problem } from '../problem.ts';
import type { QueryReader } from '../query/query.ts';

/** A span of time: from one moment on, and before another. */
export interface Span {
  from: number;
  to: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The required `period`: a day, an ISO week, a month, a year, or a range of days, all in UTC. */
export const PERIOD: QueryReader<Span> = {
  parameters: [
    {
      name: 'period',
      required: true,
      schema: { type: 'string' },
      description:
        'A day (2026-11-29), an ISO week (2026-W48), a month (2026-11), a year (2026), or a range of two of them with a slash.',
    },
  ],
  read: readPeriod,
};

function readPeriod(query: URLSearchParams): Span {
  const text = query.get('period');
  if (text === null || text === '') throw invalid('"period" is required.');
  const [first = '', last] = text.split('/', 2);
  const from = readSpan(first);
  const to = last === undefined ? from : readSpan(last);
  if (!from || !to || to.to <= from.from) throw invalid('"period" is no day, week, month, year or range.');
  return { from: from.from, to: to.to };
}

/** The day that begins a `YYYY-MM-DD`; nothing where it is none. */
export function readDay(text: string): number | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!found) return undefined;
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number];
  const moment = Date.UTC(year, month - 1, day);
  return new Date(moment).getUTCDate() === day && month >= 1 && month <= 12 ? moment : undefined;
}

function readSpan(text: string): Span | undefined {
  const day = readDay(text);
  if (day !== undefined) return { from: day, to: day + DAY_MS };
  const week = /^(\d{4})-?W(\d{2})$/.exec(text);
  if (week) return readWeek(Number(week[1]), Number(week[2]));
  const found = /^(\d{4})(?:-(\d{2}))?$/.exec(text);
  if (!found) return undefined;
  const year = Number(found[1]);
  if (found[2] === undefined) return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) };
  const month = Number(found[2]);
  return month >= 1 && month <= 12
    ? { from: Date.UTC(year, month - 1), to: Date.UTC(year, month) }
    : undefined;
}

function readWeek(year: number, week: number): Span | undefined {
  if (week < 1 || week > 53) return undefined;
  // The fourth of January is always in week 1, and weeks begin on Monday.
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
  const from = monday + (week - 1) * 7 * DAY_MS;
  return { from, to: from + 7 * DAY_MS };
}

function invalid(detail: string): Problem {
  return new Problem('invalid-attribute', { name: 'period', detail });
}

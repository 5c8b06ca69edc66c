import { Problem } from '../../http/problem.ts';
import { PAGE } from '../../http/values/paging.ts';
import { readDay } from '../../http/values/period.ts';
import type { QueryParameter, QueryReader } from '../../http/query/query.ts';

const DIMENSIONS = ['emittedAt', 'country', 'deviceType', 'operatingSystem', 'browser'] as const;

/** The id of what was played, as its parameter is called. */
export type IdName = 'videoId' | 'liveStreamId';

/** What plays are counted by. */
export type Dimension = IdName | (typeof DIMENSIONS)[number];

const DAY = { type: 'string', format: 'date' } as const;

const FROM: QueryReader<number> = {
  parameters: [
    {
      name: 'from',
      schema: DAY,
      required: true,
      description: 'The first day, within the last 30: 2026-11-29.',
    },
  ],
  read: (query) => {
    const from = readDay(query.get('from') ?? '');
    if (from === undefined) throw wanted('from', 'A day is wanted, within the last 30.');
    return from;
  },
};

const TO: QueryReader<number | undefined> = {
  parameters: [{ name: 'to', schema: DAY, description: 'The last day; without it, yesterday.' }],
  read: (query) => {
    const text = query.get('to');
    const to = text === null ? undefined : readDay(text);
    if (text !== null && to === undefined) throw wanted('to', 'A day is wanted.');
    return to;
  },
};

/** The query of a count of plays. */
export function playsQuery(idName: IdName) {
  const choices: readonly Dimension[] = [idName, ...DIMENSIONS];
  const dimension: QueryParameter = {
    ...{ name: 'dimension', schema: { type: 'string', enum: choices }, required: true },
    description: 'What the plays are counted by.',
  };
  const filter: QueryParameter = {
    ...{ name: 'filter', schema: { type: 'string', pattern: `^${idName}:` } },
    description: `Only what has this id: \`${idName}:…\`.`,
  };
  return {
    page: PAGE,
    from: FROM,
    to: TO,
    dimension: { parameters: [dimension], read: (query) => readDimension(query, choices) },
    only: { parameters: [filter], read: (query) => readFilter(query, idName) },
  } satisfies Record<string, QueryReader<unknown>>;
}

function readDimension(query: URLSearchParams, choices: readonly Dimension[]): Dimension {
  const text = query.get('dimension');
  if (text === null) throw wanted('dimension', 'A dimension is wanted.');
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw invalidQuery('dimension');
  return found;
}

function readFilter(query: URLSearchParams, idName: IdName): string | undefined {
  const filter = query.get('filter');
  if (filter === null) return undefined;
  if (!filter.startsWith(`${idName}:`)) throw invalidQuery('filter');
  return filter.slice(idName.length + 1);
}

/** The refusal of a parameter of these operations that is of no use. */
export function invalidQuery(name: string): Problem {
  return new Problem('request-invalid-query-parameter', { name });
}

function wanted(name: string, detail: string): Problem {
  return new Problem('invalid-attribute', { name, detail });
}

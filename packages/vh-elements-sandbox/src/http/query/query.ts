import { nameList } from '../name-list.ts';
import { Problem } from '../problem.ts';
import type { JsonSchema } from '../values/schema.ts';

/** A parameter of a query, as the OpenAPI document names it. */
export interface QueryParameter {
  name: string;
  schema: JsonSchema;
  required?: boolean;
  /** `tags[]=a&tags[]=b` is the usual form of a list; `metadata[key]=value` is a deep object. */
  style?: 'form' | 'deepObject';
  explode?: boolean;
  description?: string;
}

/** Reads something of a query, and says which parameters it reads. */
export interface QueryReader<T> {
  parameters: readonly QueryParameter[];
  read: (query: URLSearchParams) => T;
}

/** The query of a request: a reader for each thing that it says. */
export type QueryTable = Readonly<Record<string, QueryReader<unknown>>>;

/** What a query says by a table. */
export type QueryOf<Q extends QueryTable> = { [K in keyof Q]: ReturnType<Q[K]['read']> };

/** Reads a query by its table, in the order of the table. */
export function readQuery<Q extends QueryTable>(query: URLSearchParams, table: Q): QueryOf<Q> {
  return Object.fromEntries(
    Object.entries(table).map(([name, reader]) => [name, reader.read(query)]),
  ) as QueryOf<Q>;
}

/** The parameters of a query that no reader of a table knows, in words; nothing where there are none. */
export function unknownParameters(query: URLSearchParams, table: QueryTable): string | undefined {
  const baseOf = (name: string) => name.replace(/\[.*$/s, '');
  const known = new Set(
    Object.values(table).flatMap((reader) => reader.parameters.map(({ name }) => baseOf(name))),
  );
  return nameList([...new Set(query.keys())].filter((name) => !known.has(baseOf(name))));
}

/** A text that is there or not. */
export function queryText(name: string, description: string): QueryReader<string | undefined> {
  return {
    parameters: [{ name, schema: { type: 'string' }, description }],
    read: (query) => query.get(name) ?? undefined,
  };
}

/** One of a few texts, or nothing. */
export function queryChoice<T extends string>(
  name: string,
  choices: readonly T[],
  description: string,
): QueryReader<T | undefined> {
  return {
    parameters: [{ name, schema: { type: 'string', enum: choices }, description }],
    read: (query) => {
      const text = query.get(name);
      const found = choices.find((choice) => choice === text);
      if (text === null || found !== undefined) return found;
      const detail = `"${name}" must be one of ${choices.join(', ')}.`;
      throw new Problem('invalid-query-parameter', { name, detail });
    },
  };
}

import type { Pair } from '../values/shape.ts';
import { Problem } from '../problem.ts';
import type { QueryReader } from './query.ts';

/** Each costs a look at every row. */
const MOST_FILTERS = 50;

/** The pairs of `name[key]=value` in a query. */
export function queryPairs(name: string, description: string): QueryReader<Pair[]> {
  const schema = { type: 'object', additionalProperties: { type: 'string' } } as const;
  return {
    parameters: [{ name, schema, style: 'deepObject', explode: true, description }],
    read: (query) => {
      const pairs = [...query]
        .filter(([field]) => field.startsWith(`${name}[`) && field.endsWith(']'))
        .map(([field, value]) => ({ key: field.slice(name.length + 1, -1), value }));
      checkCount(pairs, name);
      return pairs;
    },
  };
}

/** The values of `name[]=a&name[]=b`, of `name[0]=a`, or of a plain `name=a`: clients differ. */
export function queryTexts(name: string, description: string): QueryReader<string[]> {
  const schema = { type: 'array', items: { type: 'string' } } as const;
  return {
    parameters: [{ name: `${name}[]`, schema, style: 'form', explode: true, description }],
    read: (query) => {
      const isOne = (field: string) =>
        field === name || (field.startsWith(`${name}[`) && /^\d*\]$/.test(field.slice(name.length + 1)));
      const values = [...query].filter(([field]) => isOne(field)).map(([, value]) => value);
      checkCount(values, name);
      return values;
    },
  };
}

function checkCount(found: readonly unknown[], name: string): void {
  if (found.length <= MOST_FILTERS) return;
  const detail = `A list is filtered by ${String(MOST_FILTERS)} values of "${name}" at most.`;
  throw new Problem('invalid-query-parameter', { name, detail });
}

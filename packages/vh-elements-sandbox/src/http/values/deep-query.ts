import type { Pair } from './attributes.ts';
import { Problem } from '../problem.ts';

/** Each costs a look at every row. */
const MOST_FILTERS = 50;

/** The pairs of `name[key]=value` in a query. */
export function readPairs(query: URLSearchParams, name: string): Pair[] {
  const pairs: Pair[] = [];
  for (const [field, value] of query) {
    if (field.startsWith(`${name}[`) && field.endsWith(']')) {
      pairs.push({ key: field.slice(name.length + 1, -1), value });
    }
  }
  checkCount(pairs, name);
  return pairs;
}

/** The values of `name[]=a&name[]=b`, of `name[0]=a`, or of a plain `name=a`: clients differ. */
export function readTexts(query: URLSearchParams, name: string): string[] {
  const values: string[] = [];
  for (const [field, value] of query) {
    if (field === name || (field.startsWith(`${name}[`) && /^\d*\]$/.test(field.slice(name.length + 1)))) {
      values.push(value);
    }
  }
  checkCount(values, name);
  return values;
}

function checkCount(found: readonly unknown[], name: string): void {
  if (found.length <= MOST_FILTERS) return;
  const detail = `A list is filtered by ${String(MOST_FILTERS)} values of "${name}" at most.`;
  throw new Problem('invalid-query-parameter', { name, detail });
}

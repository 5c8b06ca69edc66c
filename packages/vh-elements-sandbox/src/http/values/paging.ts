import type { Exchange } from '../exchange.ts';
import { Problem } from '../problem.ts';
import { sendJson } from '../respond.ts';

/** The page that a list request asks for. */
export interface Page {
  currentPage: number;
  pageSize: number;
  offset: number;
}

/** Reads `currentPage` and `pageSize`. */
export function readPage({ query }: Exchange): Page {
  const currentPage = readCount(query, 'currentPage', 1, Number.MAX_SAFE_INTEGER / 128);
  const pageSize = readCount(query, 'pageSize', 25, 100);
  return { currentPage, pageSize, offset: (currentPage - 1) * pageSize };
}

/** Reads `sortBy` and `sortOrder`; `columns` maps the names that are allowed to what the store calls them. */
export function readSort(
  { query }: Exchange,
  columns: Readonly<Record<string, string>>,
  otherwise: { column: string; order: 'asc' | 'desc' },
): { column: string; order: 'asc' | 'desc' } {
  const sortBy = query.get('sortBy');
  const sortOrder = query.get('sortOrder');
  if (sortBy !== null && !Object.hasOwn(columns, sortBy)) throw invalidQuery('sortBy', Object.keys(columns));
  if (sortOrder !== null && sortOrder !== 'asc' && sortOrder !== 'desc') {
    throw invalidQuery('sortOrder', ['asc', 'desc']);
  }
  const column = sortBy === null ? undefined : columns[sortBy];
  return { column: column ?? otherwise.column, order: sortOrder ?? (column ? 'asc' : otherwise.order) };
}

/** Answers one page of a list in the envelope that every list shares. */
export function sendPage(
  exchange: Exchange,
  page: Page,
  items: readonly unknown[],
  itemsTotal: number,
): void {
  // An empty list has one page, an empty one, so that the first and the last page can always be asked for.
  const pagesTotal = Math.max(1, Math.ceil(itemsTotal / page.pageSize));
  sendJson(exchange, 200, {
    data: items,
    pagination: {
      currentPage: page.currentPage,
      currentPageItems: items.length,
      pageSize: page.pageSize,
      pagesTotal,
      itemsTotal,
      links: linksOf(exchange, page, pagesTotal),
    },
  });
}

function linksOf({ path, query }: Exchange, page: Page, pagesTotal: number): { rel: string; uri: string }[] {
  const link = (rel: string, currentPage: number) => {
    const search = new URLSearchParams(query);
    search.set('currentPage', String(currentPage));
    search.set('pageSize', String(page.pageSize));
    return { rel, uri: `${path}?${search.toString()}` };
  };
  const { currentPage } = page;
  return [
    link('self', currentPage),
    link('first', 1),
    ...(currentPage > 1 && currentPage <= pagesTotal + 1 ? [link('previous', currentPage - 1)] : []),
    ...(currentPage < pagesTotal ? [link('next', currentPage + 1)] : []),
    link('last', pagesTotal),
  ];
}

function readCount(query: URLSearchParams, name: string, otherwise: number, max: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  const count = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max) {
    throw new Problem('invalid-query-parameter', {
      name,
      detail: `"${name}" must be a whole number within the range.`,
      range: { min: 1, max: Math.floor(max) },
    });
  }
  return count;
}

function invalidQuery(name: string, allowed: readonly string[]): Problem {
  return new Problem('invalid-query-parameter', {
    name,
    detail: `"${name}" must be one of ${allowed.join(', ')}.`,
  });
}

import type { Exchange } from '../exchange.ts';
import { Problem } from '../problem.ts';
import { sendJson } from '../respond.ts';
import { queryChoice, type QueryReader } from '../query/query.ts';
import { COUNT, TEXT, listOf, shows, type Shape, type ValueOf } from './shape.ts';

/** The page that a list request asks for. */
export interface Page {
  currentPage: number;
  pageSize: number;
  offset: number;
}

/** Which page is wanted. */
export const PAGE: QueryReader<Page> = {
  parameters: [
    { name: 'currentPage', schema: { type: 'integer', minimum: 1, default: 1 }, description: 'The page.' },
    {
      name: 'pageSize',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
      description: 'How many entries a page has.',
    },
  ],
  read: (query) => {
    const currentPage = readCount(query, 'currentPage', 1, Number.MAX_SAFE_INTEGER / 128);
    const pageSize = readCount(query, 'pageSize', 25, 100);
    return { currentPage, pageSize, offset: (currentPage - 1) * pageSize };
  },
};

/** Reads `currentPage` and `pageSize`. */
export function readPage({ query }: Pick<Exchange, 'query'>): Page {
  return PAGE.read(query);
}

/** How a list is sorted: a column of the store, and which end comes first. */
export interface Sort {
  column: string;
  order: 'asc' | 'desc';
}

/** `sortBy` and `sortOrder`; `columns` maps the names that are allowed to what the store calls them. */
export function sortedBy(
  columns: Readonly<Record<string, string>>,
  otherwise: Sort = { column: 'created_at', order: 'desc' },
): QueryReader<Sort> {
  const sortBy = queryChoice('sortBy', Object.keys(columns), 'What the list is sorted by.');
  const sortOrder = queryChoice('sortOrder', ['asc', 'desc'], 'Upwards or downwards.');
  return {
    parameters: [...sortBy.parameters, ...sortOrder.parameters],
    read: (query) => {
      const by = sortBy.read(query);
      const column = by === undefined ? undefined : columns[by];
      const order = sortOrder.read(query);
      return { column: column ?? otherwise.column, order: order ?? (column ? 'asc' : otherwise.order) };
    },
  };
}

const LINK = shows({ rel: TEXT, uri: TEXT });
const PAGINATION = shows(
  {
    currentPage: COUNT,
    currentPageItems: COUNT,
    pageSize: COUNT,
    pagesTotal: COUNT,
    itemsTotal: COUNT,
    links: listOf(LINK),
  },
  'Pagination',
);

/** The envelope of a page. */
export function pageOf<T>(item: Shape<T>): Shape<{ data: T[]; pagination: ValueOf<typeof PAGINATION> }> {
  return shows({ data: listOf(item), pagination: PAGINATION });
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

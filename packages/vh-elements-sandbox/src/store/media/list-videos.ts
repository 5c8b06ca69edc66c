import type { Pair } from '../../http/values/shape.ts';
import type { Database, Row, Value } from '../database/database.ts';

/** The filters of a list of videos. */
export interface VideoFilter {
  title?: string | undefined;
  description?: string | undefined;
  liveStreamId?: string | undefined;
  tags: readonly string[];
  metadata: readonly Pair[];
}

interface Sort {
  column: string;
  order: 'asc' | 'desc';
}

interface Slice {
  pageSize: number;
  offset: number;
}

/** The index of texts knows pieces of three characters: anything shorter is looked for in every text. */
const INDEXED = /^.{3}/su;

/** From this number of matches on, walking the list in its order is faster than sorting. */
const MANY = 1_000;

/**
 * The rows of one page of the videos that pass the filter, and how many pass in all. Indexes answer it, so that it takes
 * as long among many videos as among few: only as many are read as pass the filter.
 */
export function listVideos(
  database: Database,
  filter: VideoFilter,
  sort: Sort,
  page: Slice,
): { rows: Row[]; total: number } {
  const total = countVideos(database, filter);
  const { where, values } = toWhere(filter, total > MANY);
  // From the nearer end: rows that come before the page have to be gone through.
  const after = Math.max(0, total - page.offset - page.pageSize);
  const isReversed = after < page.offset;
  const pageSize = Math.max(0, Math.min(page.pageSize, total - page.offset));
  const direction = isReversed === (sort.order === 'asc') ? 'desc' : 'asc';
  const rows = database.all(
    `SELECT videos.* FROM (
       SELECT seq FROM videos ${where} ORDER BY ${sort.column} ${direction}, seq ${direction} LIMIT ? OFFSET ?
     ) CROSS JOIN videos USING (seq) ORDER BY ${sort.column} ${sort.order}, seq ${sort.order}`,
    ...values,
    pageSize,
    isReversed ? after : page.offset,
  );
  return { rows, total };
}

function countVideos(database: Database, filter: VideoFilter): number {
  const { where, values } = toWhere(filter, false);
  const { title, description, liveStreamId, ...terms } = filter;
  const isByTerms = (title ?? description ?? liveStreamId) === undefined && where !== '';
  const { query, bound } = termsOf(terms);
  if (isByTerms) return numberOf(database.get(`SELECT count(*) AS n FROM (${query})`, ...bound));
  const count = where === '' ? 'SELECT n FROM videos_total' : `SELECT count(*) AS n FROM videos ${where}`;
  return numberOf(database.get(count, ...values));
}

function numberOf(row: Row | undefined): number {
  return Number(row?.['n']);
}

/** The conditions, for few matches as sets of videos to sort, for many as a question to ask of each video in turn. */
function toWhere(
  { title, description, liveStreamId, ...wanted }: VideoFilter,
  areMany: boolean,
): { where: string; values: Value[] } {
  const conditions: string[] = [];
  const values: Value[] = [];
  const add = (condition: string, ...bound: Value[]) => {
    conditions.push(condition);
    values.push(...bound);
  };
  for (const [column, text] of Object.entries({ title, description })) {
    if (text === undefined) continue;
    if (INDEXED.test(text))
      add(
        'seq IN (SELECT rowid FROM video_texts WHERE video_texts MATCH ?)',
        `${column} : "${text.replaceAll('"', '""')}"`,
      );
    // instr over lower, not LIKE: a title may hold the characters that LIKE gives a meaning.
    add(`instr(lower(${column}), lower(?)) > 0`, text);
  }
  if (liveStreamId !== undefined) add('live_stream_id = ?', liveStreamId);
  const { query, each, bound } = termsOf(wanted);
  if (bound[1] !== 0) {
    if (areMany) add(each, bound[0]);
    else add(`seq IN (${query})`, ...bound);
  }
  return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', values };
}

const IS_WANTED = `kind = json_extract(wanted.value, '$[0]') AND video_terms.key = json_extract(wanted.value, '$[1]')
  AND video_terms.value = json_extract(wanted.value, '$[2]')`;

/** Tags and metadata as a query of the videos that have them all, and as a question to each video. */
function termsOf({ tags, metadata }: Pick<VideoFilter, 'tags' | 'metadata'>): {
  query: string;
  each: string;
  /** The terms as one value, so that lists of any length share a statement, and their number. */
  bound: [string, number];
} {
  const terms = [
    ...tags.map((value) => ['tag', '', value]),
    ...metadata.map(({ key, value }) => ['metadata', key, value]),
  ].map((term) => JSON.stringify(term));
  const wanted = [...new Set(terms)];
  const found = `SELECT video_terms.seq FROM json_each(?) AS wanted CROSS JOIN video_terms ON ${IS_WANTED}`;
  // One term has each video once: nothing is to be grouped.
  const query =
    wanted.length === 1 ? `${found} WHERE ? = 1` : `${found} GROUP BY video_terms.seq HAVING count(*) = ?`;
  const each = `NOT EXISTS (SELECT 1 FROM json_each(?) AS wanted WHERE NOT EXISTS (
    SELECT 1 FROM video_terms WHERE ${IS_WANTED} AND video_terms.seq = videos.seq))`;
  return { query, each, bound: [`[${wanted.join(',')}]`, wanted.length] };
}

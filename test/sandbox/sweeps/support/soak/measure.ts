import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  Database,
  type Row,
} from '../../../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import type { SoakFigures } from './soak-messages.ts';

const FILE = 'sandbox.db';
/** Linux lists the open ones of a process here. */
const HANDLES = '/proc/self/fd';
/** Looks at the handles, until two in a row find as many. */
const MOST_LOOKS = 100;

let opened: Database | undefined;

/** Notes the database that this process uses: nothing else of the sandbox says how large it is. */
export function watchDatabase(): void {
  const note = (database: Database) => (opened = database);
  const all = Reflect.get(Database.prototype, 'all') as (...words: unknown[]) => Row[];
  Database.prototype.all = function (...words) {
    note(this);
    return Reflect.apply(all, this, words);
  };
}

/** The amounts that must not grow: memory after a collection, handles, statements, the database and its files. */
export async function measure(dataDir: string, timers: number): Promise<SoakFigures> {
  const handles = await settledHandles();
  const { gc } = globalThis;
  for (let round = 0; round < 3; round++) {
    void gc?.();
    await rest(5);
  }
  const { heapUsed, rss, external } = process.memoryUsage();
  const files = (await settledFiles(dataDir)).filter(({ name }) => !name.startsWith(FILE));
  return {
    'heap': heapUsed,
    'memory outside the heap': external,
    'resident memory': rss,
    'open files and sockets': handles,
    'active resources': process.getActiveResourcesInfo().length,
    'timers of the clock': timers,
    'prepared statements': opened?.statements ?? 0,
    'files': files.length,
    'bytes of files': files.reduce((sum, { size }) => sum + size, 0),
    ...measureDatabase(),
  };
}

/** Its pages, and the rows of each table. */
function measureDatabase(): SoakFigures {
  if (!opened) return {};
  const database = opened;
  const one = (sql: string) => Number(Object.values(database.get(sql) ?? {})[0] ?? 0);
  database.all('PRAGMA wal_checkpoint(TRUNCATE)');
  const tables = database
    .all(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .map(({ name }) => String(name))
    .filter((name) => !/^video_texts/.test(name));
  const pages = one('PRAGMA page_count') - one('PRAGMA freelist_count');
  return {
    'bytes of the database': one('PRAGMA page_count') * one('PRAGMA page_size'),
    'bytes used in the database': pages * one('PRAGMA page_size'),
    ...Object.fromEntries(
      tables.map((name) => [`rows of ${name}`, one(`SELECT count(*) AS "${name}" FROM "${name}"`)]),
    ),
  };
}

/** How many files and sockets this process has open, once closed connections are gone. */
async function settledHandles(): Promise<number> {
  let last = -1;
  for (let look = 0; look < MOST_LOOKS; look++) {
    const now = existsSync(HANDLES) ? readdirSync(HANDLES).length : 0;
    if (now === last) return now;
    last = now;
    await rest(20);
  }
  return last;
}

/** The files of a folder, once deletions under way have ended. */
async function settledFiles(folder: string): Promise<{ name: string; size: number }[]> {
  let last: { name: string; size: number }[] = [];
  for (let look = 0; look < MOST_LOOKS; look++) {
    const now = filesIn(folder);
    if (isDeepStrictEqual(now, last)) break;
    last = now;
    await rest(20);
  }
  return last;
}

function filesIn(folder: string): { name: string; size: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ name, parentPath }) => {
      const found = statSync(path.join(parentPath, name), { throwIfNoEntry: false });
      return found ? [{ name, size: found.size }] : [];
    });
}

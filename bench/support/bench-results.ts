import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../../test/support/repository.ts';
import { currentCommit } from './current-commit.ts';

/** One row of the table of figures. */
export interface BenchRow {
  what: string;
  command: string;
  figure: string;
  /** As `2026-11-25`. */
  date: string;
  /** The commit that was measured; empty where it is not known. */
  commit: string;
}

/** The rows that this process has saved. */
const saved = new Set<string>();

/** True when the command line says `--save`. */
export function isSaving(): boolean {
  return process.env['BENCH_SAVE'] !== undefined;
}

/** With `--save`, keeps each figure under what it is of. */
export function saveFigures(name: string, figures: Readonly<Record<string, string>>): void {
  const { BENCH_SAVE: command } = process.env;
  if (command === undefined) return;
  const now = { date: new Date().toISOString().slice(0, 10), commit: currentCommit() };
  saveRows(
    name,
    Object.entries(figures).map(([what, figure]) => ({ what, command, figure, ...now })),
  );
}

/** With `--save`, keeps each row of a table that `console.table` shows, too; `of` says what the table is of. */
export function saveTable(name: string, of: string, table: Readonly<Record<string, object>>): void {
  const figures = Object.entries(table).map(([row, cells]) => [
    // A tag would be markup in a document.
    `${of}: ${row.replace(/<[\w-]+>/g, '`$&`')}`,
    Object.entries(cells)
      .map(([head, cell]) => `${head} ${String(cell)}`)
      .join('; '),
  ]);
  saveFigures(name, Object.fromEntries(figures) as Record<string, string>);
}

/** The folder of a bench: `playback` of `play`. */
function subjectOf(bench: string): string {
  const places = readdirSync(inRepository('bench'), { recursive: true, encoding: 'utf8' });
  return path.dirname(places.find((place) => path.basename(place) === `${bench}.ts`) ?? '');
}

/** Writes rows into `bench/results`, into a folder named as that of the bench. Older rows of the same thing, or of the same command, go. */
export function saveRows(
  name: string,
  rows: readonly BenchRow[],
  folder = inRepository('bench', 'results', subjectOf(name)),
): void {
  const file = path.join(folder, `${name}.json`);
  const keyOf = ({ what }: BenchRow) => `${file} ${what}`;
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BenchRow[]) : [];
  const isOld = (row: BenchRow) =>
    rows.some(
      ({ what, command }) => what === row.what || (command === row.command && !saved.has(keyOf(row))),
    );
  mkdirSync(folder, { recursive: true });
  const all = [...before.filter((row) => !isOld(row)), ...rows];
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
  for (const row of rows) saved.add(keyOf(row));
  process.stdout.write(`Saved in ${file}: npm run manifest puts it into docs/measured.md.\n`);
}
